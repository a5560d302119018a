import { useAmountText } from './useAmountText.ts';

interface Props {
  readonly value: string | number;
  readonly currency: 'money' | 'score';
  /** Shows a plus before what is more than nothing. */
  readonly signed?: boolean;
}

/** Money in the site's currency, points as whole numbers, both grouped. */
export function Amount({ value, currency, signed = false }: Props) {
  const text = useAmountText();
  return <span className="centre-amount">{text(value, currency, signed)}</span>;
}
