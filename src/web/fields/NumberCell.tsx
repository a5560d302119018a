import { dash } from './TextCell.tsx';
import { isBlank } from './view.ts';

/** A number with thousands set apart and a fixed count of decimals. */
export function NumberCell({ value, digits = 0, suffix = '' }: { value: unknown; digits?: number; suffix?: string }) {
  if (isBlank(value)) return dash;
  const [whole = '', fraction = ''] = String(value as number | string).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return (
    <span className="cell-number">
      {grouped + (digits > 0 ? `.${fraction.padEnd(digits, '0')}` : fraction && `.${fraction}`) + suffix}
    </span>
  );
}
