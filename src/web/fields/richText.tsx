import { loadTexts } from '../settings/i18n.ts';
import { TextCell } from './cells.tsx';
import { LineInput } from './commonInputs.tsx';
import { lazyInput } from './lazyInput.tsx';
import type { CellProps, FieldView } from './view.ts';

/** The text without its marks: a list never renders HTML. */
function RichTextCell(props: CellProps) {
  return <TextCell {...props} value={plainText(props.value)} />;
}

/** A parsed document is inert: nothing in it loads or runs. */
function plainText(html: unknown): string | null {
  if (typeof html !== 'string' || html === '') return null;
  const spaced = html.slice(0, 4000).replace(/<\/(?:p|h[1-6]|li|td|div)>|<br\s*\/?>/gi, ' $&');
  return new DOMParser().parseFromString(spaced, 'text/html').body.textContent.replace(/\s+/g, ' ').trim();
}

export const richTextView: FieldView = {
  Cell: RichTextCell,
  Whole: lazyInput(async () => (await import('./RichTextShown.tsx')).RichTextShown, 120),
  Input: lazyInput(
    async () => (await Promise.all([import('./RichTextInput.tsx'), loadTexts('editor')]))[0].RichTextInput,
    260,
  ),
  Filter: LineInput,
  width: 240,
  group: true,
  wide: true,
};
