import { Card, Spin } from 'antd';
import { useState } from 'react';
import type { FieldManifest } from '#resource';
import { nameOf } from './nameOf.ts';
import { RowButtons, RowCheckbox, RowItem, RowValue } from './rowParts.tsx';
import type { RowsProps } from './rowsProps.ts';
import type { TreeRow } from './useRows.ts';
import { useText } from '../settings/useText.ts';
import './cards.css';

/** The list as cards, as phones have it: each with the first values of a row; the others at a touch. */
export function RowCards(props: RowsProps) {
  const { manifest, rows, fetching, empty } = props;
  return (
    <Spin spinning={fetching} delay={300}>
      {rows.length === 0 && <Card size="small">{empty}</Card>}
      <ul className={`row-cards ${manifest.traits.tree ? 'is-tree' : ''}`} aria-label={manifest.label}>
        {rows.map((row) => (
          <Branch key={row.id} {...props} row={row} depth={0} />
        ))}
      </ul>
    </Spin>
  );
}

type RowProps = RowsProps & { readonly row: TreeRow };

function Branch({ row, depth, ...props }: RowProps & { depth: number }) {
  const { unfolded, onUnfold } = props;
  const isOpen = unfolded.includes(row.id);
  const text = useText();
  const count = row.children?.length ?? 0;
  return (
    <>
      <RowItem row={row} style={{ marginInlineStart: depth * 12 }}>
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
      </RowItem>
      {isOpen && row.children?.map((child) => <Branch key={child.id} {...props} row={child} depth={depth + 1} />)}
    </>
  );
}

const firstFew = 4;

function RowCard(props: RowProps) {
  const { row, manifest, shown } = props;
  const text = useText();
  const [whole, setWhole] = useState(false);
  const fields = shown.flatMap((name) => manifest.fields[name] ?? []).filter(({ name }) => name !== manifest.title);
  return (
    <Card
      size="small"
      title={
        <RowCheckbox {...props}>
          <span className="row-card-title">{nameOf(manifest, row)}</span>
        </RowCheckbox>
      }
      extra={<RowButtons {...props} />}
    >
      <dl className="row-card">
        {(whole ? fields : fields.slice(0, firstFew)).map((field) => (
          <Line key={field.name} {...props} field={field} />
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

const Line = ({ field, ...props }: RowProps & { field: FieldManifest }) => (
  <div>
    <dt title={field.label}>{field.label}</dt>
    <dd>
      <RowValue {...props} name={field.name} />
    </dd>
  </div>
);
