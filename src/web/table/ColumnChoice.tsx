import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import type { Manifest } from '#resource';
import { Hint } from '../Hint.tsx';
import { useText } from './useText.ts';

/** Which columns to show. One always stays. */
export function ColumnChoice({ manifest, shown, onHide }: { manifest: Manifest; shown: readonly string[]; onHide: (hidden: readonly string[]) => void }) {
  const text = useText();
  const { columns } = manifest.list;
  const choices = (
    <div className="column-choice" role="group" aria-label={text('columns')}>
      <Checkbox.Group
        value={[...shown]}
        onChange={(next) => next.length > 0 && onHide(columns.filter((name) => !(next as string[]).includes(name)))}
        options={columns.flatMap((name) => manifest.fields[name] ?? []).map(({ name, label }) => ({ value: name, label, disabled: shown.length === 1 && shown[0] === name }))}
      />
      <Button type="link" size="small" disabled={shown.length === columns.length} onClick={() => onHide([])}>{text('showAll')}</Button>
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={choices} title={text('columns')}>
      <Hint title={text('columns')}><Button aria-label={text('columns')} aria-haspopup="dialog" icon={<SettingOutlined />} /></Hint>
    </Popover>
  );
}
