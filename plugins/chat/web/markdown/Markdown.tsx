import { memo, useDeferredValue, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './CodeBlock.tsx';
import { Formula } from './Formula.tsx';
import type { MarkdownProps } from './lazyMarkdown.tsx';
import { mayHaveFormulas, withDollars } from './formulas.ts';
import { Scrollable } from '../parts/Scrollable.tsx';
import { isTooMuch } from './isTooMuch.ts';
import { MarkdownImage } from './MarkdownImage.tsx';
import { useMath } from './useMath.ts';

/**
 * Markdown as elements: HTML in it is text, addresses that could run are left out, and nothing is loaded from elsewhere. A text
 * that grows is drawn when there is time for it.
 */
export default function Markdown({ text, isGrowing = false }: MarkdownProps) {
  const drawn = useDeferredValue(text);
  return (
    <div className="chat-markdown">
      <Drawn text={isGrowing ? drawn : text} />
    </div>
  );
}

const Drawn = memo(function Drawn({ text }: { readonly text: string }) {
  return isTooMuch(text) ? <p className="chat-asked">{text}</p> : <Marked text={text} />;
});

function Marked({ text }: { readonly text: string }) {
  const hasMath = mayHaveFormulas(text);
  const math = useMath(hasMath);
  const plugins: Options['remarkPlugins'] = math ? [remarkGfm, math] : [remarkGfm];
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components}>
      {hasMath ? withDollars(text) : text}
    </ReactMarkdown>
  );
}

type Given<T extends keyof React.JSX.IntrinsicElements> = ComponentProps<T> & { readonly node?: unknown };

/** Links lead out in a window of their own, which knows nothing of this one. */
function Anchor({ href, children }: Given<'a'>) {
  // Notes of one message have the same names as those of another: they lead nowhere.
  if (href === undefined || href === '' || href.startsWith('#')) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function Table({ children }: Given<'table'>) {
  return (
    <Scrollable className="chat-table">
      <table>{children}</table>
    </Scrollable>
  );
}

/** The box of a task in a list. */
function Task({ checked }: Given<'input'>) {
  const { t } = useTranslation('chat');
  return <input type="checkbox" disabled checked={checked} aria-label={t(checked ? 'task.done' : 'task.open')} />;
}

/** Code and formulas come as `code` with a class that says which; blocks stand in a `pre`. */
function Code({ className = '', children }: Given<'code'>) {
  const text = textIn(children);
  if (className.includes('math-display')) return <Formula text={text} isBlock />;
  if (className.includes('math-inline')) return <Formula text={text} />;
  const [, language] = /language-(\S+)/.exec(className) ?? [];
  if (language === undefined && !text.endsWith('\n')) return <code>{children}</code>;
  return <CodeBlock text={text.replace(/\n$/, '')} language={language ?? ''} />;
}

const textIn = (children: unknown): string =>
  Array.isArray(children) ? children.map(textIn).join('') : typeof children === 'string' ? children : '';

const components: Components = {
  a: Anchor,
  img: MarkdownImage,
  table: Table,
  code: Code,
  input: Task,
  pre: ({ children }) => <>{children}</>,
};
