import { dash } from './TextCell.tsx';
import { isBlank } from './view.ts';

interface Props {
  readonly value: unknown;
  readonly digits?: number;
  readonly prefix?: string;
  readonly suffix?: string;
}

/** A number with thousands set apart and a fixed count of decimals; what stands before it comes after its minus. */
export function NumberCell({ value, digits = 0, prefix = '', suffix = '' }: Props) {
  if (isBlank(value)) return dash;
  const [, minus = '', whole = '', fraction = ''] = /^(-?)([^.]*)\.?(.*)$/.exec(String(value as number | string)) ?? [];
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  const decimals = digits > 0 ? `.${fraction.padEnd(digits, '0')}` : fraction && `.${fraction}`;
  return <span className="cell-number">{minus + prefix + grouped + decimals + suffix}</span>;
}
