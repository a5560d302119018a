import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

/** Stands where there is nothing to show, with the reason and a way on. */
export const Notice = ({ title, text, children }: Props) => (
  <div className="chat-notice" role="alert">
    <h1>{title}</h1>
    {text && <p className="chat-quiet">{text}</p>}
    {children}
  </div>
);

/** Stands where messages will be. */
export const Shape = () => (
  <div className="chat-shape" aria-busy>
    <i />
    <i />
    <i />
  </div>
);
