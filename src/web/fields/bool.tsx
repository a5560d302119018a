import { Switch, Tag } from 'antd';
import { useText } from '../settings/useText.ts';
import { BoolFilter, BoolInput } from './commonInputs.tsx';
import type { CellProps, FieldView, InlineProps } from './view.ts';

function BoolCell({ value }: CellProps) {
  const text = useText();
  return value === 1 ? <Tag color="green">{text('yes')}</Tag> : <Tag>{text('no')}</Tag>;
}

const BoolInline = ({ value, label, busy, onSave }: InlineProps) => (
  <Switch size="small" aria-label={label} loading={busy} checked={value === 1} onChange={(on) => onSave(on ? 1 : 0)} />
);

export const boolView: FieldView = {
  Cell: BoolCell,
  Input: BoolInput,
  Filter: BoolFilter,
  Inline: BoolInline,
  width: 72,
  align: 'center',
};
