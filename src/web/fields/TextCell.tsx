import { isBlank, type CellProps } from './view.ts';

export const dash = <span className="cell-empty">-</span>;

/** Characters of a value that a list shows. */
const longest = 300;

/** Any value as one line of text; what does not fit shows on hover. */
export function TextCell({ value }: Pick<CellProps, 'value'>) {
  if (isBlank(value)) return dash;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  return (
    <span className="cell-text" title={text.slice(0, longest)}>
      {text.slice(0, longest)}
    </span>
  );
}
