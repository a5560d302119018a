import { later } from '../lazy.tsx';
import './markdown.css';
import './code.css';

export interface MarkdownProps {
  readonly text: string;
  /** More of it comes. */
  readonly isGrowing?: boolean;
}

/** A text of a model; as it is until what draws it is there. */
export const Markdown = later<MarkdownProps>(
  () => import('./Markdown.tsx'),
  ({ text }) => <p className="chat-asked">{text}</p>,
);
