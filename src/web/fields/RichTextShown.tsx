import { useMemo } from 'react';
import { cleanHtml } from './cleanHtml.ts';
import { dash } from './cells.tsx';
import { isBlank, type CellProps } from './view.ts';
import './richText.css';

/** A rich text as it reads. */
export function RichTextShown({ value }: CellProps) {
  const html = useMemo(() => ({ __html: cleanHtml(value) }), [value]);
  return isBlank(value) ? dash : <div className="rich-text-shown" dangerouslySetInnerHTML={html} />;
}
