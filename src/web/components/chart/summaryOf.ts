import type { ChartProps, ShownChart } from './chartProps.ts';

type Figures = Pick<ShownChart, 'series' | 'points' | 'formatValue'> & Pick<ChartProps, 'title'>;
type Translate = (key: string, params: Record<string, unknown>) => string;

/** A chart in words: of each series from when to when, and its highest and lowest value. */
export function summaryOf(t: Translate, { title, series, points, formatValue }: Figures): string {
  const told = series.flatMap(({ key, label }) => {
    const known = points.flatMap(({ name, values }) => {
      const value = values[key];
      return typeof value === 'number' ? [{ name, value }] : [];
    });
    const [first] = known;
    if (!first) return [];
    const most = known.reduce((one, other) => (other.value > one.value ? other : one));
    const least = known.reduce((one, other) => (other.value < one.value ? other : one));
    return t('summary', {
      label,
      from: first.name,
      to: known.at(-1)!.name,
      most: formatValue(most.value),
      at: most.name,
      least: formatValue(least.value),
    });
  });
  return [title, ...told].join(t('then', {}));
}
