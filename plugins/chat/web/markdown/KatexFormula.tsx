import katex from 'katex';
import sheet from 'katex/dist/katex.min.css?url';
import { useLayoutEffect, useRef } from 'react';
import { Scrollable } from '../parts/Scrollable.tsx';

/** The sheet comes with the first formula: the site's own holds for all pages. */
function addSheet(): void {
  if (document.querySelector('link[data-katex]')) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = sheet;
  link.dataset['katex'] = '';
  document.head.append(link);
}

/** Size of what one formula may draw, in em, and how often a macro may be put in: a formula cannot fill the page. */
const bounds = { maxSize: 20, maxExpand: 200 } as const;

export default function KatexFormula({ text, isBlock = false }: { readonly text: string; readonly isBlock?: boolean }) {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    addSheet();
    // By elements and not by HTML, whose style attributes no page of ours takes.
    katex.render(text, place.current!, { displayMode: isBlock, throwOnError: false, trust: false, ...bounds });
  }, [text, isBlock]);
  const formula = <span ref={place} />;
  return isBlock ? <Scrollable className="chat-formula">{formula}</Scrollable> : formula;
}
