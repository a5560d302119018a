import { lazyInput } from './lazyInput.tsx';
import type { CellProps, FieldView } from './view.ts';

const lazy = (name: 'BrowserName' | 'WholeBrowser') =>
  lazyInput<CellProps>(async () => (await import('./browser/browserName.tsx'))[name], 22);

/** Draws what a browser says of itself in a few words, in `render: 'browser'`. */
export const browserView: Partial<FieldView> = { Cell: lazy('BrowserName'), Whole: lazy('WholeBrowser'), width: 220 };
