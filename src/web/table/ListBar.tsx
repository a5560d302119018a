import { Checkbox, Flex, Select } from 'antd';
import { maySelect } from './actions/index.ts';
import { maySort } from './listParts.ts';
import { readOrder, writeOrder } from './listState.ts';
import type { RowsProps } from './rowsProps.ts';
import { matchesIn } from './treeRows.ts';
import { useText } from '../settings/useText.ts';
import './cards.css';

/** What the head of a table is for, above layouts that have none: all rows ticked at once, and the order. */
export function ListBar(props: RowsProps) {
  return (
    <Flex className="list-bar" gap="small" align="center" justify="space-between">
      <SelectAll {...props} />
      <SortChoice {...props} />
    </Flex>
  );
}

function SelectAll({ manifest, state, rows, selected, onSelect }: RowsProps) {
  const text = useText();
  const ids = new Set(matchesIn(rows).map(({ id }) => id));
  if (!maySelect(manifest, state.view) || ids.size === 0) return <span />;
  const ticked = selected.filter((id) => ids.has(id));
  const all = ticked.length === ids.size;
  return (
    <Checkbox
      checked={all}
      indeterminate={ticked.length > 0 && !all}
      onChange={() => onSelect([...selected.filter((id) => !ids.has(id)), ...(all ? [] : ids)])}
    >
      {text('selectAll')}
    </Checkbox>
  );
}

function SortChoice({ manifest, shown, state, onChange }: RowsProps) {
  const text = useText();
  const dragged = readOrder(manifest.list.dragOrder ?? '')[0];
  const own = dragged && maySort(manifest) ? [dragged.field] : [];
  const names = [...new Set([...own, ...state.order.map(({ field }) => field), ...shown])].filter(
    (name) => manifest.fields[name]?.sortable,
  );
  const options = names.flatMap((name) => {
    const label = (down: boolean): string => text(down ? 'downBy' : 'upBy', { field: manifest.fields[name]!.label });
    const choices =
      name === dragged?.field
        ? [{ down: dragged.down, label: text('draggedOrder') }]
        : [false, true].map((down) => ({ down, label: label(down) }));
    return choices.map(({ down, label }) => ({ value: writeOrder([{ field: name, down }]), label }));
  });
  return (
    <Select
      className="list-bar-order"
      aria-label={text('sort')}
      value={writeOrder(state.order.slice(0, 1))}
      options={options}
      onChange={(order) => onChange({ order: readOrder(order) })}
    />
  );
}
