import { theme } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  Tooltip,
  useChartWidth,
  XAxis,
  YAxis,
  type XAxisProps,
} from 'recharts';
import { ChartTip } from './ChartTip.tsx';
import type { ShownChart } from './chartProps.ts';

/** Lines are told apart without their colours as well. */
const dashes = ['', '6 3', '2 3', '8 3 2 3', '4 4'] as const;

/** The chart itself; arrow keys go from point to point. */
export function ChartPicture(chart: ShownChart) {
  const { points, series, height, summary, formatName } = chart;
  const { t, i18n } = useTranslation('chart');
  const { token } = theme.useToken();
  const axis = {
    axisLine: false,
    tickLine: false,
    tick: { fill: token.colorTextDescription, fontSize: 12, fontFamily: token.fontFamily },
  } as const;
  const hasBars = series.some(({ type = chart.type }) => type === 'bar');
  return (
    <ComposedChart
      responsive
      className="chart-picture"
      style={{ width: '100%', height }}
      data={points}
      margin={{ top: 8, right: labelRoom(chart), bottom: 0, left: 0 }}
      maxBarSize={28}
      barGap={2}
      role="application"
      aria-roledescription={t('chart')}
      aria-label={summary}
    >
      <CartesianGrid vertical={false} stroke={token.colorSplit} />
      <NameAxis {...axis} names={points.map(({ name }) => name)} formatName={formatName} />
      <YAxis
        {...axis}
        width="auto"
        tickFormatter={(value: number) => compact(value, i18n.language)}
        allowDecimals={!isWhole(chart)}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={hasBars ? { fill: token.colorFillTertiary } : { stroke: token.colorBorder }}
        content={({ active, label }) =>
          active && <ChartTip chart={chart} point={points.find(({ name }) => name === label)} />
        }
      />
      {series.map((_, at) => seriesAt(chart, at))}
    </ComposedChart>
  );
}

interface NameAxisProps extends Pick<XAxisProps, 'axisLine' | 'tickLine' | 'tick'>, Pick<ShownChart, 'formatName'> {
  readonly names: readonly string[];
}

/**
 * The names of the points. Which of them have room depends on the chart's own width, and not on that of its values: charts
 * beside each other show the same.
 */
function NameAxis({ names, formatName, ...axis }: NameAxisProps) {
  const ticks = ticksOf(names, names.map(formatName), useChartWidth() ?? 0);
  return <XAxis {...axis} dataKey="name" tickFormatter={formatName} ticks={ticks} interval={0} />;
}

/** Pixels beside the points: for the values at the left as a rule, and between two labels. */
const valueRoom = 60;
const labelGap = 20;

/** Every so many names up to the last, as many as have room; none that would stand out at the left. */
function ticksOf(names: readonly string[], labels: readonly string[], width: number): string[] {
  const widest = Math.max(...labels.map(textWidth));
  const each = Math.max(1, width - valueRoom - Math.ceil(widest / 2)) / names.length;
  const step = Math.max(1, Math.ceil((widest + labelGap) / each));
  return names.filter((_, at) => {
    const isFirst = at === 0 && widest / 2 > leftRoom;
    return !isFirst && (names.length - 1 - at) % step === 0;
  });
}
/** Pixels left of the first point, at least. */
const leftRoom = 20;

/** One series in the library's words. */
function seriesAt({ series, type: usual, stacked, colors }: ShownChart, at: number) {
  const { key, label, type = usual } = series[at]!;
  const color = colors[at]!;
  const common = {
    dataKey: (point: { readonly values: Readonly<Record<string, number | null>> }) => point.values[key],
    name: label,
    isAnimationActive: false,
    ...(stacked ? { stackId: 'all' } : {}),
  } as const;
  if (type === 'bar') {
    const isTop = !stacked || at === series.length - 1;
    return <Bar key={key} {...common} fill={color} radius={isTop ? [2, 2, 0, 0] : 0} />;
  }
  const line = {
    ...common,
    // A curve would show values between two points that nobody has counted.
    type: 'linear',
    stroke: color,
    strokeWidth: 2,
    strokeDasharray: dashes[at % dashes.length] ?? '',
    dot: false,
    activeDot: { r: 4 },
  } as const;
  return type === 'area' ? <Area key={key} {...line} fill={color} fillOpacity={0.14} /> : <Line key={key} {...line} />;
}

/** Pixels behind the last point for the second half of its label: where that has no room, the library leaves out all others, too. */
const labelRoom = ({ points, formatName }: ShownChart): number =>
  Math.max(8, Math.ceil(textWidth(formatName(points.at(-1)?.name ?? '')) / 2) + 4);
/** About as wide as a text is on an axis: Latin letters and digits take up some 7 pixels, Chinese ones 12. */
const textWidth = (text: string): number => [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 12 : 7), 0);
const isWhole = ({ series, points }: ShownChart): boolean =>
  points.every(({ values }) => series.every(({ key }) => Number.isInteger(values[key] ?? 0)));
/** 12000 as 12K or 1.2万: axes have little room. */
const compact = (value: number, language: string): string => value.toLocaleString(language, { notation: 'compact' });
