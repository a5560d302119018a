import { AppstoreOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { textOf } from '#resource';
import { Hint } from '../components/Hint.tsx';
import { storedLanguage } from '../settings/i18n.ts';
import { useText } from '../settings/useText.ts';
import type { ListLayout } from './layouts.ts';

interface Props {
  /** Those that plugins bring. */
  readonly layouts: readonly ListLayout[];
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** Chooses what a list is shown as, where there is anything to choose. */
export function LayoutSwitch({ layouts, value, onChange }: Props) {
  const text = useText();
  const option = (name: string, label: string, icon: ReactNode) => ({
    value: name,
    icon: (
      <Hint title={label}>
        <span className="layout-option" role="img" aria-label={label}>
          {icon}
        </span>
      </Hint>
    ),
  });
  return (
    <Segmented
      aria-label={text('plugins:view.choose')}
      value={value}
      onChange={onChange}
      options={[
        option('table', text('plugins:view.table'), <UnorderedListOutlined />),
        option('cards', text('plugins:view.cards'), <AppstoreOutlined />),
        ...layouts.map(({ name, label, icon }) => option(name, textOf(label, storedLanguage()), icon)),
      ]}
    />
  );
}
