import { isBlank, type CellProps } from './view.ts';
import './cells.css';

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

/** All of a text, on as many lines as it needs. */
export function WholeTextCell({ value }: Pick<CellProps, 'value'>) {
  return isBlank(value) ? dash : <span className="cell-whole">{String(value as string)}</span>;
}

interface NumberCellProps {
  readonly value: unknown;
  readonly digits?: number;
  readonly prefix?: string;
  readonly suffix?: string;
}

/** A number with thousands set apart and a fixed count of decimals; what stands before it comes after its minus. */
export function NumberCell(props: NumberCellProps) {
  return isBlank(props.value) ? dash : <span className="cell-number">{numberText(props)}</span>;
}

/** The same as text; empty for no number. */
export function numberText({ value, digits = 0, prefix = '', suffix = '' }: NumberCellProps): string {
  if (isBlank(value)) return '';
  const [, minus = '', whole = '', fraction = ''] = /^(-?)([^.]*)\.?(.*)$/.exec(String(value as number | string)) ?? [];
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  const decimals = digits > 0 ? `.${fraction.padEnd(digits, '0')}` : fraction && `.${fraction}`;
  return minus + prefix + grouped + decimals + suffix;
}
