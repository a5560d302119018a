import { useId } from 'react';
import { Link } from 'react-router';
import type { LinesManifest, Manifest } from '#resource';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { fieldViewOf } from '../../fields/index.ts';
import type { ListRow } from '../../fields/view.ts';
import { useText } from '../../settings/useText.ts';
import { LinesHead, LinesTotals } from '../lines/LinesFrame.tsx';
import { columnsOf, lineOfRow } from '../lines/line.ts';
import { useLineRows } from '../lines/useLineRows.ts';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { useManifest } from '../useManifest.ts';
import { useRowsRefresh } from '../useRowsRefresh.ts';
import { useTableChanges } from '../useTableChanges.ts';
import { useRecordAddress } from './recordAddress.ts';
import { Related } from './RelatedRows.tsx';
import '../lines/lines.css';

interface Props {
  readonly parent: Manifest;
  readonly lines: LinesManifest;
  readonly id: number;
}

/** The lines of a record with what they add up to; a list of its own where there are more than a record can be given. */
export function RecordLines(props: Props) {
  const text = useText();
  const heading = useId();
  const { lines } = props;
  const { data: manifest, error, refetch } = useManifest(lines.path);
  return (
    <section className="lines" aria-labelledby={heading}>
      <h3 id={heading}>{lines.label}</h3>
      {error && <LoadFailed title={text('loadFailed')} reason={error.message} onRetry={() => void refetch()} />}
      {!error && (manifest ? <Loaded {...props} manifest={manifest} heading={heading} /> : <ListSkeleton lines={3} />)}
    </section>
  );
}

function Loaded({ parent, lines, id, manifest, heading }: Props & { manifest: Manifest; heading: string }) {
  const text = useText();
  const { data, error, refetch } = useLineRows(parent, lines, manifest, id);
  const refresh = useRowsRefresh(parent);
  useTableChanges(lines.path, () => void refresh());
  if (error) return <LoadFailed title={text('loadFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton lines={3} />;
  if (data.total > lines.most) return <Related child={lines} id={id} />;
  if (data.rows.length === 0) return <p className="lines-none">{text('lines:none')}</p>;
  const shown = { lines, manifest };
  const columns = columnsOf(shown).filter(({ readable }) => readable);
  const table = {
    ...shown,
    lines: { ...lines, columns: columns.map(({ name }) => name) },
    all: data.rows.map((row) => lineOfRow(shown, row)),
    moved: false,
  };
  return (
    <div className="lines-place">
      <table className="lines-table" aria-labelledby={heading}>
        <LinesHead columns={columns} table={manifest.name} />
        <tbody>
          {data.rows.map((row) => (
            <Row key={row.id} manifest={manifest} columns={columns} row={row} />
          ))}
        </tbody>
        <LinesTotals table={table} />
      </table>
    </div>
  );
}

/** A line, whose first value leads to its own record where it has one. */
function Row({ manifest, columns, row }: { manifest: Manifest; columns: ReturnType<typeof columnsOf>; row: ListRow }) {
  const address = useRecordAddress(manifest);
  return (
    <tr data-line={row.id}>
      {columns.map((field, at) => {
        const { Cell, align } = fieldViewOf(manifest.name, field);
        const cell = <Cell table={manifest.name} field={field} row={row} value={row[field.name]} />;
        return (
          <td key={field.name} data-field={field.name} data-label={field.label} data-align={align}>
            {at === 0 && address ? <Link to={address(row.id)}>{cell}</Link> : cell}
          </td>
        );
      })}
    </tr>
  );
}
