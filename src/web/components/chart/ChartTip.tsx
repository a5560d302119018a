import { theme } from 'antd';
import type { ChartPoint, ShownChart } from './chartProps.ts';

interface Props {
  readonly chart: ShownChart;
  readonly point: ChartPoint | undefined;
}

/** The figures of the point that the pointer or the arrow keys are at. */
export function ChartTip({ chart: { series, colors, formatValue }, point }: Props) {
  const { token } = theme.useToken();
  if (!point) return null;
  return (
    <div
      className="chart-tip"
      role="status"
      aria-live="assertive"
      style={{ background: token.colorBgElevated, boxShadow: token.boxShadowSecondary, color: token.colorText }}
    >
      <div>{point.name}</div>
      <ul>
        {series.map(({ key, label }, at) => {
          const value = point.values[key];
          return (
            <li key={key}>
              <span style={{ background: colors[at] }} aria-hidden />
              {label} <b>{typeof value === 'number' ? formatValue(value) : '–'}</b>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
