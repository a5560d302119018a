import { Card, Spin } from 'antd';
import { useMemo, useRef, useState, type HTMLAttributes } from 'react';
import type { FieldManifest } from '#resource';
import { fieldViewOf } from '../fields/index.ts';
import { isAncestor } from './ancestors.ts';
import { nameOf } from './nameOf.ts';
import { RowButtons, RowGrip } from './RowButtons.tsx';
import { buttonsProps, RowCheckbox, RowItem, RowValue } from './rowParts.tsx';
import { RowOpener, RowTitle } from './RowTitle.tsx';
import type { RowsProps } from './rowsProps.ts';
import { linesOf, type Line } from './treeRows.ts';
import { AncestorNote } from './TreeCell.tsx';
import { useDrawnLines } from './useDrawnLines.ts';
import type { TreeRow } from './useRows.ts';
import { useText } from '../settings/useText.ts';
import './cards.css';

/** Pixels of a card until one has been measured, and between two cards (cards.css). */
const sizes = { lines: '.row-cards', height: 190, gap: 10 };

/** The list as cards, as phones have it: each with the first values of a row; the others at a touch. */
export function RowCards(props: RowsProps) {
  const { manifest, state, rows, unfolded, fetching, empty, onEdit } = props;
  const box = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(rows, unfolded), [rows, unfolded]);
  const ids = useMemo(() => lines.map(({ row }) => row.id), [lines]);
  const { parts, isLong, hold } = useDrawnLines(ids, box, sizes);
  return (
    <Spin spinning={fetching} delay={300}>
      {rows.length === 0 && <Card size="small">{empty}</Card>}
      <div ref={box} onFocusCapture={hold} onPointerDownCapture={hold}>
        <RowOpener manifest={manifest} view={state.view} onEdit={onEdit}>
          <ul className={`row-cards ${manifest.traits.tree ? 'is-tree' : ''}`} aria-label={manifest.label}>
            {parts.map((part) =>
              'left' in part ? (
                <li key={part.key} aria-hidden style={{ height: part.left }} />
              ) : (
                <Entry
                  key={ids[part.place]}
                  {...props}
                  line={lines[part.place]!}
                  {...(isLong && { 'aria-posinset': part.place + 1, 'aria-setsize': lines.length })}
                />
              ),
            )}
          </ul>
        </RowOpener>
      </div>
    </Spin>
  );
}

type RowProps = RowsProps & { readonly row: TreeRow };
type Position = Pick<HTMLAttributes<HTMLLIElement>, 'aria-posinset' | 'aria-setsize'>;

/** The card of a row, and a button that shows the rows below it. */
function Entry({
  line: { row, level, isOpen },
  'aria-posinset': place,
  'aria-setsize': count,
  ...props
}: RowsProps & Position & { readonly line: Line }) {
  const { unfolded, onUnfold } = props;
  const text = useText();
  const below = row.children?.length ?? 0;
  return (
    <RowItem row={row} style={{ marginInlineStart: (level - 1) * 12 }} aria-posinset={place} aria-setsize={count}>
      <RowCard {...props} row={row} />
      {below > 0 && (
        <button
          type="button"
          className="row-card-more"
          aria-expanded={isOpen}
          onClick={() => onUnfold(isOpen ? unfolded.filter((id) => id !== row.id) : [...unfolded, row.id])}
        >
          <i className={`fa fa-angle-${isOpen ? 'down' : 'right'}`} aria-hidden /> {text('children', { count: below })}
        </button>
      )}
    </RowItem>
  );
}

const firstFew = 4;

function RowCard(props: RowProps) {
  const { row, manifest, shown } = props;
  const text = useText();
  const [whole, setWhole] = useState(false);
  const buttons = buttonsProps(props);
  const title = manifest.fields[manifest.title];
  const { wraps: isWrapping, hasLinks } = title ? fieldViewOf(manifest.name, title) : {};
  const wraps = title && isWrapping?.(title);
  const fields = shown.flatMap((name) => manifest.fields[name] ?? []).filter(({ name }) => name !== manifest.title);
  return (
    <Card
      size="small"
      className={isAncestor(row) ? 'is-ancestor' : ''}
      title={
        <span className="row-lead">
          <RowGrip {...buttons} />
          <RowCheckbox {...props} />
          <span className={`row-card-title ${wraps ? 'cell-whole' : ''}`}>
            <RowTitle manifest={manifest} row={row} hasLinks={hasLinks}>
              {hasLinks ? <RowValue {...props} name={manifest.title} /> : nameOf(manifest, row)}
            </RowTitle>
            <AncestorNote row={row} />
          </span>
        </span>
      }
      extra={<RowButtons {...buttons} most={1} />}
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
