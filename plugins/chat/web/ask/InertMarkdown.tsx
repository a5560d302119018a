import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { isTooMuch } from '../markdown/isTooMuch.ts';
import { Scrollable } from '../parts/Scrollable.tsx';

/** Markdown that leads nowhere and loads nothing: what rows say may stand in it. */
export const InertMarkdown = memo(function InertMarkdown({ text }: { readonly text: string }) {
  if (isTooMuch(text)) return <p className="ask-plain">{text}</p>;
  return (
    <div className="ask-markdown">
      <ReactMarkdown remarkPlugins={plugins} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
});

const plugins = [remarkGfm];
const components: Components = {
  a: ({ children }) => <span>{children}</span>,
  img: ({ alt }) => <span>{alt}</span>,
  table: ({ children }) => (
    <Scrollable className="ask-table">
      <table>{children}</table>
    </Scrollable>
  ),
};
