import { Typography } from 'antd';
import type { FieldManifest, Manifest, ValueChange } from '#resource';
import { dash } from '../fields/cells.tsx';
import { fieldViewOf } from '../fields/index.ts';
import type { ListRow } from '../fields/view.ts';
import { useText } from '../settings/useText.ts';
import './history.css';

interface Props {
  readonly manifest: Manifest;
  readonly changes: Readonly<Record<string, ValueChange>>;
  /** Whose values they are; others of it may say how one is shown. */
  readonly row: ListRow;
  /** There were no values before. */
  readonly isNew?: boolean;
  /** There are none any more. */
  readonly isGone?: boolean;
}

/** Changed fields of a row, each with its value before and after. */
export function ChangeList({ manifest, changes, row, isNew = false, isGone = false }: Props) {
  const text = useText();
  return (
    <dl className="history-changes">
      {Object.entries(changes).map(([name, { before, after, cut, ...about }]) => {
        const field = manifest.fields[name];
        if (!field) return null;
        return (
          <div key={name}>
            <dt>
              {field.label}
              {cut && <Typography.Text type="secondary"> {text('historyCut')}</Typography.Text>}
            </dt>
            <dd>
              {!isNew && (
                <>
                  <del>
                    <Value table={manifest.name} field={field} row={row} value={before} {...about} />
                  </del>
                  {!isGone && <span aria-hidden>→</span>}
                </>
              )}
              {!isGone && (
                <ins>
                  <Value table={manifest.name} field={field} row={row} value={after} {...about} />
                </ins>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A value as lists show it; of related rows the one or those that it refers to. */
function Value({
  table,
  field,
  row,
  value,
  rows = [],
  plain,
}: { table: string; field: FieldManifest; row: ListRow; value: unknown } & Pick<ValueChange, 'rows' | 'plain'>) {
  if (value === null || value === undefined) return dash;
  if (plain) return String(value as string);
  const { Cell } = fieldViewOf(table, field);
  const related = Array.isArray(value) ? rows : rows.find((each) => each['id'] === value);
  return (
    <Cell
      table={table}
      field={field}
      row={{ ...row, [field.name]: value, ...(field.relation && { [field.relation.name]: related }) }}
      value={value}
    />
  );
}
