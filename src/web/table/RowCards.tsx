import { Card, Checkbox, Flex, Select, Spin } from 'antd';
import { useState, type HTMLAttributes } from 'react';
import type { FieldManifest, Manifest } from '#resource';
import { Value } from './columns.tsx';
import { useDragParts } from './dragParts.ts';
import { maySelect } from './actions/index.ts';
import { writeOrder, readOrder } from './listState.ts';
import { nameOf } from './nameOf.ts';
import { RowButtons } from './RowButtons.tsx';
import type { RowsProps } from './RowsTable.tsx';
import type { TreeRow } from './useRows.ts';
import { useText } from '../settings/useText.ts';
import './cards.css';

/** The list on a phone: one card a row, with its first values; the others at a touch. */
export function RowCards(props: RowsProps) {
  const { manifest, rows, fetching, empty } = props;
  return (
    <Spin spinning={fetching} delay={300}>
      <SortChoice {...props} />
      {rows.length === 0 && <Card size="small">{empty}</Card>}
      <ul className="row-cards" aria-label={manifest.label}>
        {rows.map((row) => (
          <Branch key={row.id} {...props} row={row} depth={0} />
        ))}
      </ul>
    </Spin>
  );
}

function Branch({ row, depth, ...props }: RowsProps & { row: TreeRow; depth: number }) {
  const { unfolded, onUnfold } = props;
  const isOpen = unfolded.includes(row.id);
  const text = useText();
  const count = row.children?.length ?? 0;
  const { Item = Entry } = useDragParts() ?? {};
  return (
    <>
      <Item id={row.id} data-row-key={row.id} style={{ marginInlineStart: depth * 12 }}>
        <RowCard {...props} row={row} />
        {count > 0 && (
          <button
            type="button"
            className="row-card-more"
            aria-expanded={isOpen}
            onClick={() => onUnfold(isOpen ? unfolded.filter((id) => id !== row.id) : [...unfolded, row.id])}
          >
            <i className={`fa fa-angle-${isOpen ? 'down' : 'right'}`} aria-hidden /> {text('children', { count })}
          </button>
        )}
      </Item>
      {isOpen && row.children?.map((child) => <Branch key={child.id} {...props} row={child} depth={depth + 1} />)}
    </>
  );
}

const Entry = ({ id: _id, ...props }: Omit<HTMLAttributes<HTMLLIElement>, 'id'> & { id: number }) => <li {...props} />;

const firstFew = 4;

function RowCard({ row, manifest, state, shown, selected, onSelect, ...rest }: RowsProps & { row: TreeRow }) {
  const text = useText();
  const [whole, setWhole] = useState(false);
  const fields = shown.flatMap((name) => manifest.fields[name] ?? []).filter(({ name }) => name !== manifest.title);
  const title = <span className="row-card-title">{nameOf(manifest, row)}</span>;
  const toggle = (on: boolean): void => onSelect(on ? [...selected, row.id] : selected.filter((id) => id !== row.id));
  return (
    <Card
      size="small"
      title={
        maySelect(manifest, state.view) ? (
          <Checkbox checked={selected.includes(row.id)} onChange={(event) => toggle(event.target.checked)}>
            {title}
          </Checkbox>
        ) : (
          title
        )
      }
      extra={<RowButtons manifest={manifest} row={row} view={state.view} {...rest} />}
    >
      <dl className="row-card">
        {(whole ? fields : fields.slice(0, firstFew)).map((field) => (
          <Line key={field.name} manifest={manifest} field={field} row={row} editable={state.view === undefined} />
        ))}
      </dl>
      {fields.length > firstFew && (
        <button type="button" className="row-card-more" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {text(whole ? 'less' : 'more')}
        </button>
      )}
    </Card>
  );
}

function Line({ field, ...rest }: { manifest: Manifest; field: FieldManifest; row: TreeRow; editable: boolean }) {
  return (
    <div>
      <dt title={field.label}>{field.label}</dt>
      <dd>
        <Value field={field} {...rest} />
      </dd>
    </div>
  );
}

/** Cards have no headers to sort by. */
function SortChoice({ manifest, shown, state, onChange }: RowsProps) {
  const text = useText();
  const names = [...new Set([...state.order.map(({ field }) => field), ...shown])].filter(
    (name) => manifest.fields[name]?.sortable,
  );
  const dragged = readOrder(manifest.list.dragOrder ?? '')[0];
  const options = names.flatMap((name) => {
    const label = (down: boolean): string => text(down ? 'downBy' : 'upBy', { field: manifest.fields[name]!.label });
    const ways =
      name === dragged?.field
        ? [{ down: dragged.down, label: text('draggedOrder') }]
        : [false, true].map((down) => ({ down, label: label(down) }));
    return ways.map((way) => ({ value: writeOrder([{ field: name, down: way.down }]), label: way.label }));
  });
  return (
    <Flex className="row-cards-sort">
      <Select
        className="full-width"
        aria-label={text('sort')}
        value={writeOrder(state.order.slice(0, 1))}
        options={options}
        onChange={(order) => onChange({ order: readOrder(order) })}
      />
    </Flex>
  );
}
