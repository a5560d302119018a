import { Bar, Column } from '@ant-design/plots';
import { theme } from 'antd';
import { useSettings } from '../../settings/layoutSettings.ts';
import type { ChartProps } from './PointsTable.tsx';

const height = 240;

/** Columns over time, or bars beside names. */
export function Chart({ kind, values, points }: ChartProps) {
  const { isDark } = useSettings();
  const { token } = theme.useToken();
  const label = {
    labelFill: token.colorTextDescription,
    labelFillOpacity: 1,
    labelOpacity: 1,
    labelFontFamily: token.fontFamily,
    title: false,
    line: false,
    tick: false,
  } as const;
  const common = {
    data: points.map(({ name, value }) => ({ name, value })),
    xField: 'name',
    yField: 'value',
    height,
    animate: false,
    marginBottom: 0,
    theme: { type: isDark ? 'classicDark' : 'classic', view: { viewFill: 'transparent' } },
    style: { fill: token.colorLink, maxWidth: 28, radius: 2 },
    tooltip: { title: 'name', items: [{ channel: 'y', name: values, valueFormatter: whole }] },
    legend: false,
  } as const;
  if (kind === 'course')
    return (
      <Column
        {...common}
        axis={{
          x: {
            ...label,
            labelFormatter: (day: string) => day.slice(5),
            labelAutoRotate: false,
            tickFilter: (_day: string, at: number) => (points.length - 1 - at) % 7 === 0,
          },
          y: { ...label, tickFilter: Number.isInteger, labelFormatter: short },
        }}
      />
    );
  // Room for the number behind the longest bar.
  const domainMax = Math.max(...points.map(({ value }) => value)) * 1.2;
  return (
    <Bar
      {...common}
      scale={{ y: { domainMax } }}
      axis={{ x: label, y: false }}
      label={{
        text: 'value',
        formatter: whole,
        position: 'right',
        textAlign: 'start',
        dx: 4,
        fill: token.colorTextDescription,
        fillOpacity: 1,
        fontFamily: token.fontFamily,
      }}
    />
  );
}

const whole = (value: number): string => Number(value).toLocaleString('en');
/** 12000 as 12K: axes have little room. */
const short = (value: number): string => Number(value).toLocaleString('en', { notation: 'compact' });
