import { lazyView } from './lazyView.ts';

/** Figures over time as lines, areas or bars, and as a table; fetched, with its texts, when it is first shown. */
export const Chart = lazyView(async () => ({ default: (await import('../components/chart/Chart.tsx')).Chart }), {
  texts: ['chart'],
  height: 272,
});
