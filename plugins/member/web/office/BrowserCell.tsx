import type { CellProps } from '#web';
import { browserName } from '../pages/browserName.ts';

/** The browser in the words that members see; all that it says of itself on hover, or where nothing of it is known. */
export default function BrowserCell({ value }: CellProps) {
  if (typeof value !== 'string') return null;
  return <span title={value}>{browserName(value) ?? value}</span>;
}
