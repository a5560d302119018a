import { lazyInput } from './lazyInput.tsx';
import type { CellProps, FieldView } from './view.ts';

const load = () => import('./browser/BrowserName.tsx');

/** Draws what a browser says of itself in a few words, in `render: 'browser'`. */
export const browserView: Partial<FieldView> = {
  Cell: lazyInput<CellProps>(async () => (await load()).BrowserName, 22),
  Whole: lazyInput<CellProps>(async () => (await load()).WholeBrowser, 22),
  width: 220,
};
