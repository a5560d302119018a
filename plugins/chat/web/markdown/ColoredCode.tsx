import { common, createLowlight } from 'lowlight';
import { memo, useDeferredValue, type ReactNode } from 'react';

const lowlight = createLowlight(common);

interface Piece {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly unknown[];
}

/** Code in colours; languages that nobody knows stay as they are. */
export default memo(function ColoredCode({ text, language }: { readonly text: string; readonly language: string }) {
  const drawn = useDeferredValue(text);
  const name = language.toLowerCase();
  return lowlight.registered(name) ? (lowlight.highlight(name, drawn).children as Piece[]).map(drawPiece) : drawn;
});

function drawPiece({ type, value, properties, children = [] }: Piece, key: number): ReactNode {
  if (type === 'text') return value;
  const names = properties?.className;
  return (
    <span key={key} className={Array.isArray(names) ? names.join(' ') : ''}>
      {(children as Piece[]).map(drawPiece)}
    </span>
  );
}
