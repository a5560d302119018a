import type { ReactNode } from 'react';

/** How series are drawn: as lines, lines above a filled area, or upright bars. */
type ChartType = 'line' | 'area' | 'bar';

export interface ChartSeries {
  /** Its values are found by this key in the points. */
  readonly key: string;
  readonly label: string;
  /** Drawn in another way than the rest of the chart, such as a line over bars. */
  readonly type?: ChartType;
}

export interface ChartPoint {
  /** A day such as 2026-03-01, or any name that is its own label. */
  readonly name: string;
  /** By the keys of the series; null or left out where there is no value. */
  readonly values: Readonly<Record<string, number | null>>;
  /** An address in the application that shows what was counted: linked in the table. */
  readonly to?: string;
}

export interface ChartProps {
  readonly title: string;
  /** False where the title stands above already; it still names the chart. */
  readonly showTitle?: boolean;
  /** `line` unless said otherwise. */
  readonly type?: ChartType;
  /** Series above each other instead of beside each other. */
  readonly stacked?: boolean;
  /** What the points are, as the heading of the table: “Day”. */
  readonly nameLabel: string;
  readonly series: readonly ChartSeries[];
  /** Oldest first; undefined while they are being loaded. */
  readonly points: readonly ChartPoint[] | undefined;
  /** Why they could not be loaded, and what tries again. */
  readonly failure?: { readonly reason: string; retry(): void } | undefined;
  /** Says that there is nothing to see, when all values are missing or zero: a sentence, and what leads on. */
  readonly empty?: ReactNode;
  /** The chart in one sentence, for those who do not see it; made of the figures unless given. */
  readonly summary?: string;
  /** A value as text, with its unit: grouped digits unless given. */
  readonly formatValue?: (value: number) => string;
  /** A name as it stands below the chart: days without their year unless given. */
  readonly formatName?: (name: string) => string;
  /** Pixels of the chart without its heading: 240 unless given. */
  readonly height?: number;
}

/** What every chart shows its figures with: the properties with their defaults. */
export type ShownChart = Pick<ChartProps, 'nameLabel' | 'series' | 'stacked'> &
  Required<Pick<ChartProps, 'type' | 'formatValue' | 'formatName' | 'height' | 'summary'>> & {
    readonly points: readonly ChartPoint[];
    /** Of the series, in their order. */
    readonly colors: readonly string[];
  };
