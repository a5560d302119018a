import { Link } from 'react-router';
import type { ShownChart } from './chartProps.ts';

/** The points of a chart, the newest first. */
export function ChartTable({ nameLabel, series, points, formatValue }: ShownChart) {
  return (
    // It scrolls, so the keyboard must be able to get there.
    // oxlint-disable-next-line no-noninteractive-tabindex
    <div className="chart-table" role="region" aria-label={series.map(({ label }) => label).join(', ')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{nameLabel}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ name, values, to }) => (
            <tr key={name}>
              <th scope="row">{to === undefined ? name : <Link to={to}>{name}</Link>}</th>
              {series.map(({ key }) => (
                <td key={key}>{typeof values[key] === 'number' ? formatValue(values[key]) : '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
