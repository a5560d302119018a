import { Tabs } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '../settings/useText.ts';

interface Tab {
  readonly label: string | undefined;
  /** Names of the fields on it. */
  readonly fields: readonly string[];
  readonly content: ReactNode;
}

interface Props {
  /** Those behind the fields of the form itself. */
  readonly tabs: readonly Tab[];
  /** Names of fields that may not be saved as they are: the tab of the first comes to the front. */
  readonly refused: readonly string[] | undefined;
  /** Without them the first of the tabs is in front. */
  readonly children: ReactNode | undefined;
}

/** A form with some of its sections on tabs; all of them are checked and saved together. */
export function FormTabs({ tabs, refused, children }: Props) {
  const text = useText();
  const first = children === undefined ? '1' : '0';
  const [shown, setShown] = useState<{ key: string; refused: readonly string[] | undefined }>({ key: first, refused });
  const placeOf = (name: string): number => tabs.findIndex(({ fields }) => fields.includes(name)) + 1;
  if (refused !== shown.refused)
    // While it is drawn: the focus goes to a field in sight.
    setShown({ refused, key: refused?.length ? String(Math.min(...refused.map(placeOf))) : shown.key });
  const wrong = new Set(refused?.map(placeOf));
  const item = (place: number, label: string | undefined, content: ReactNode) => ({
    key: String(place),
    label: <span className={wrong.has(place) ? 'form-tab-refused' : undefined}>{label ?? place}</span>,
    forceRender: true,
    children: content,
  });
  return (
    <Tabs
      className="form-tabs"
      activeKey={shown.key}
      onChange={(key) => setShown({ ...shown, key })}
      items={[
        ...(children === undefined ? [] : [item(0, text('plugins:mainTab'), children)]),
        ...tabs.map(({ label, content }, at) => item(at + 1, label, content)),
      ]}
    />
  );
}
