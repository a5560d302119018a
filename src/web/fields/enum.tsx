import { Select, Tag } from 'antd';
import type { ReactNode } from 'react';
import type { FieldManifest } from '#resource';
import { NoOptions } from '../components/NoOptions.tsx';
import { EnumInput, EnumSelect } from './commonInputs.tsx';
import { dash } from './cells.tsx';
import {
  choicesOf,
  isBlank,
  itemsOf,
  type CellProps,
  type FieldView,
  type InlineProps,
  type InputProps,
} from './view.ts';

function EnumCell({ field, value }: CellProps) {
  if (isBlank(value)) return dash;
  return <EnumTag field={field} value={value} label={itemsOf(field)[String(value as string)]?.label} />;
}

/** A value in its colour; its key where no item has it. */
function EnumTag({ field, value, label }: { field: FieldManifest; value: unknown; label: ReactNode }) {
  const key = String(value as string);
  return <Tag color={itemsOf(field)[key]?.color}>{label ?? key}</Tag>;
}

const EnumInline = ({ field, value, label: name, busy, onSave }: InlineProps) => (
  <Select
    size="small"
    variant="borderless"
    aria-label={name}
    loading={busy}
    disabled={busy}
    popupMatchSelectWidth={false}
    className="full-width"
    value={value as string}
    onChange={onSave}
    options={choicesOf(field)}
    labelRender={({ value: shown, label }) => <EnumTag field={field} value={shown} label={label} />}
    optionRender={({ value: offered, label }) => <EnumTag field={field} value={offered} label={label} />}
  />
);

/** Several of the values, for `IN`. */
const EnumSeveral = ({ field, value, onChange }: InputProps) => (
  <Select
    className="full-width"
    mode="multiple"
    allowClear
    maxTagCount="responsive"
    showSearch={{ optionFilterProp: 'label' }}
    notFoundContent={<NoOptions />}
    aria-label={field.label}
    value={(value ?? []) as string[]}
    onChange={(next: string[]) => onChange?.(next)}
    options={choicesOf(field)}
  />
);

export const enumView: FieldView = {
  Cell: EnumCell,
  Input: EnumInput,
  Filter: EnumSelect,
  Several: EnumSeveral,
  Inline: EnumInline,
  width: 110,
  shows: (field) => Object.values(itemsOf(field)).map(({ label }) => label),
};
