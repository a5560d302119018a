import type { FieldManifest } from '#resource';
import { fieldViewOf } from '../../fields/index.ts';
import { useText } from '../../settings/useText.ts';
import { columnsOf, totalOf, type TableLines } from './line.ts';

interface Beside {
  /** Whether there is a column before the fields, and one behind them. */
  readonly before?: boolean;
  readonly behind?: boolean;
}

/** The head of a table of lines. */
export function LinesHead({
  columns,
  table = '',
  before = false,
  behind = false,
}: Beside & { columns: readonly FieldManifest[]; table?: string }) {
  const text = useText();
  return (
    <thead>
      <tr>
        {before && <td aria-hidden="true" />}
        {columns.map((field) => (
          <th key={field.name} scope="col" data-align={fieldViewOf(table, field).align}>
            {field.label}
          </th>
        ))}
        {behind && (
          <th scope="col">
            <span className="visually-hidden">{text('actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

/** What its columns add up to, below a table of lines; nothing where none is added up. */
export function LinesTotals({ table, before = false, behind = false }: Beside & { table: TableLines }) {
  const text = useText();
  const { lines, manifest } = table;
  const columns = columnsOf(table);
  if (lines.totals.length === 0) return null;
  const first = columns.findIndex(({ name }) => lines.totals.includes(name));
  const total = (field: FieldManifest) => {
    const { Cell } = fieldViewOf(manifest.name, field);
    const value = totalOf(table, field);
    return value === undefined ? '…' : <Cell table={manifest.name} field={field} row={{ id: 0 }} value={value} />;
  };
  const span = first + (before ? 1 : 0);
  return (
    <tfoot>
      <tr>
        {span > 0 && (
          <th scope="row" colSpan={span}>
            {text('lines:total')}
          </th>
        )}
        {columns.slice(Math.max(first, 0)).map((field) => (
          <td key={field.name} data-align={fieldViewOf(manifest.name, field).align} data-label={field.label}>
            {lines.totals.includes(field.name) && total(field)}
          </td>
        ))}
        {behind && <td aria-hidden="true" />}
      </tr>
    </tfoot>
  );
}
