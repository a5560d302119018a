import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Chart } from '../../src/web/components/chart/Chart.tsx';
import type { ChartProps } from '../../src/web/components/chart/chartProps.ts';
import { lazyView } from '../../src/web/plugins/extend.ts';
import { addTextFiles } from '../../src/web/settings/i18n.ts';
import { faultsOfPage } from '../support/component/axe.ts';
import { draw } from '../support/component/office.tsx';

addTextFiles(
  import.meta.glob<Record<string, unknown>>('../examples/plugins/notes/locales/*/notes.json', { import: 'default' }),
);
const PerDay = lazyView(() => import('../examples/plugins/notes/PerDay.tsx'), { texts: ['notes'] });
const days = [
  { day: '2026-03-01', added: 3, done: 1 },
  { day: '2026-03-02', added: 1200, done: 0 },
  { day: '2026-03-03', added: 5, done: 2 },
];
const chart: ChartProps = {
  title: 'Balance',
  type: 'area',
  nameLabel: 'Day',
  series: [{ key: 'balance', label: 'Balance' }],
  points: [
    { name: '2026-03-01', values: { balance: -2.5 }, to: '/orders/1' },
    { name: '2026-03-02', values: { balance: null } },
    { name: '2026-03-03', values: { balance: 4 } },
  ],
  formatValue: (value) => `¥${value.toFixed(2)}`,
};
const picture = page.getByRole('application');
const rows = (): string[] =>
  page
    .css('.chart-table tr')
    .elements()
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '));
const show = (props: Partial<ChartProps> = {}): Promise<void> =>
  draw(
    <MemoryRouter>
      <Chart {...chart} {...props} />
    </MemoryRouter>,
    { language: 'en' },
  );

beforeEach(() => page.viewport(800, 600));

it.each([
  ['en', ['0', '15K', '30K', '45K', '60K']],
  ['zh-cn', ['0', '1.5万', '3万', '4.5万', '6万']],
] as const)('writes large values at its axis as they are written in the language: %s', async (language, labels) => {
  const points = [
    { name: '2026-03-01', values: { balance: 0 } },
    { name: '2026-03-02', values: { balance: 60_000 } },
  ];
  await draw(
    <MemoryRouter>
      <Chart {...chart} points={points} />
    </MemoryRouter>,
    { language },
  );
  await expect
    .poll(() =>
      page
        .css('.recharts-yAxis-tick-labels text')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(labels);
});

it.each(['line', 'area'] as const)('draws straight from point to point: %s', async (type) => {
  const points = [0, 9, 0, 9].map((balance, at) => ({ name: `2026-03-0${at + 1}`, values: { balance } }));
  await show({ type, points });
  const path = page.css(`.recharts-${type}-curve`).first();
  await expect.element(path).toHaveAttribute('d', expect.stringMatching(/^M[^C]*(L[^C]*){3}$/));
});

it('draws each series, says the figures in words, and reads them out point by point', async () => {
  await draw(<PerDay data={days} refresh={() => {}} />, { language: 'en' });
  await expect
    .element(picture)
    .toHaveAccessibleName(
      'Notes per day; Added from 2026-03-01 to 2026-03-03: highest 1,200 on 2026-03-02, lowest 3; ' +
        'Done from 2026-03-01 to 2026-03-03: highest 2 on 2026-03-03, lowest 0',
    );
  await expect.poll(() => page.css('.chart .recharts-bar-rectangle path').elements()).toHaveLength(3);
  await expect.poll(() => page.css('.chart .recharts-line-curve').elements()).toHaveLength(1);
  picture.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  const tip = page.css('.chart-tip');
  const said = (): unknown => tip.elements().map((each) => (each as HTMLElement).innerText.split('\n'));
  await expect.poll(said).toEqual([['2026-03-02', 'Added 1,200', 'Done 0']]);
  expect(await faultsOfPage()).toEqual([]);
});

it('labels its points up to the last, and none beyond its edge', async () => {
  const points = Array.from({ length: 7 }, (_, at) => ({ name: `2026-11-0${at + 1}`, values: { balance: at + 1 } }));
  await show({ points });
  const ticks = page.css('.chart .recharts-xAxis-tick-labels text');
  await expect
    .poll(() => ticks.elements().map(({ textContent }) => textContent))
    .toEqual(['11-01', '11-02', '11-03', '11-04', '11-05', '11-06', '11-07']);
  const edge = page.css('.chart-picture').element().getBoundingClientRect().right;
  expect(ticks.elements().at(-1)!.getBoundingClientRect().right).toBeLessThanOrEqual(edge);
});

it('has the same labels as another of the same points and width, however long their values are', async () => {
  const labels = page.css('.chart .recharts-xAxis-tick-labels text');
  const shown = async (value: number, width: number): Promise<(string | null)[]> => {
    const points = Array.from({ length: 30 }, (_, at) => ({
      name: `2026-11-${String(at + 1).padStart(2, '0')}`,
      values: { balance: at * value },
    }));
    await page.viewport(width, 600);
    await show({ points });
    await expect.poll(() => labels.elements().at(-1)?.textContent).toBe('11-30');
    return labels.elements().map(({ textContent }) => textContent);
  };
  for (let width = 320; width <= 800; width += 8) {
    const short = await shown(0.1, width);
    expect(await shown(25_000_000, width), `${width} pixels`).toEqual(short);
    expect(short.length).toBeGreaterThan(2);
  }
});

it('shows the figures as a table, the newest first, with gaps and links', async () => {
  await show();
  await page.getByRole('button', { name: 'Balance: Show as table' }).click();
  await expect.poll(rows).toEqual(['Day | Balance', '2026-03-03 | ¥4.00', '2026-03-02 | –', '2026-03-01 | ¥-2.50']);
  await expect.element(page.getByRole('link', { name: '2026-03-01' })).toHaveAttribute('href', '/orders/1');
  expect(await faultsOfPage()).toEqual([]);
  await page.getByRole('button', { name: 'Balance: Show as chart' }).click();
  await expect.element(picture).toBeVisible();
});

it('keeps its height while figures are loaded, fail, or are not there', async () => {
  const height = (): number => page.css('.chart').element().getBoundingClientRect().height;
  await show();
  await expect.element(picture).toBeVisible();
  const drawn = height();
  await show({ points: undefined });
  await expect.element(page.getByRole('status', { name: 'Loading the chart' })).toBeVisible();
  expect(height()).toBe(drawn);
  const retry = vi.fn();
  await show({ failure: { reason: 'Not today', retry } });
  await expect.element(page.getByText('Not today')).toBeVisible();
  expect(height()).toBe(drawn);
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(retry).toHaveBeenCalledOnce();
  await show({ points: [{ name: '2026-03-01', values: { balance: 0 } }], empty: 'No orders yet' });
  await expect.element(page.getByText('No orders yet')).toBeVisible();
  expect(height()).toBe(drawn);
  expect(page.getByRole('button').query()).toBeNull();
});
