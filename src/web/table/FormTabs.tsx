import { Tabs } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '../settings/useText.ts';

interface Tab {
  /** The same for as long as the form is open, though others come and go. */
  readonly key: number;
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

interface Shown {
  readonly key: string;
  readonly refused: readonly string[] | undefined;
}

/** Key of the fields of the form itself. */
const main = 'main';

/** A form with some of its sections on tabs; all of them are checked and saved together. */
export function FormTabs({ tabs, refused, children }: Props) {
  const text = useText();
  const keys = [...(children === undefined ? [] : [main]), ...tabs.map(({ key }) => String(key))];
  const [shown, setShown] = useState<Shown>({ key: keys[0]!, refused });
  const wrong = new Set(refused?.map((name) => String(tabs.find(({ fields }) => fields.includes(name))?.key ?? main)));
  if (refused !== shown.refused)
    // While it is drawn: the focus goes to a field in sight.
    setShown({ refused, key: keys.find((key) => wrong.has(key)) ?? shown.key });
  const item = (key: string, label: string | undefined, content: ReactNode) => ({
    key,
    label: <span className={wrong.has(key) ? 'form-tab-refused' : undefined}>{label ?? keys.indexOf(key)}</span>,
    forceRender: true,
    children: content,
  });
  return (
    <Tabs
      className="form-tabs"
      // The one in front may have gone.
      activeKey={keys.includes(shown.key) ? shown.key : keys[0]!}
      onChange={(key) => setShown({ ...shown, key })}
      // The form's own fields alone need no name.
      {...(tabs.length === 0 && { renderTabBar: () => <></> })}
      items={[
        ...(children === undefined ? [] : [item(main, text('plugins:mainTab'), children)]),
        ...tabs.map(({ key, label, content }) => item(String(key), label, content)),
      ]}
    />
  );
}
