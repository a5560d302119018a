import { Link } from 'react-router';

interface Point {
  readonly name: string;
  readonly value: number;
  /** The page that lists what is counted. */
  readonly path?: string;
}
export interface ChartProps {
  /** What happened day by day, or how large things are beside each other. */
  readonly kind: 'course' | 'sizes';
  /** What the names of the points are, and what their values. */
  readonly names: string;
  readonly values: string;
  readonly points: readonly Point[];
}

/** The points of a chart, those of a course with the newest first. */
export function PointsTable({ kind, names, values, points }: ChartProps) {
  return (
    // It scrolls, so the keyboard must be able to get there.
    // oxlint-disable-next-line no-noninteractive-tabindex
    <div className="dashboard-table" role="region" aria-label={values} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{names}</th>
            <th scope="col">{values}</th>
          </tr>
        </thead>
        <tbody>
          {(kind === 'course' ? points.toReversed() : points).map(({ name, value, path }) => (
            <tr key={path ?? name}>
              <th scope="row">{path === undefined ? name : <Link to={`/admin/${path}`}>{name}</Link>}</th>
              <td>{value.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
