import { useTranslation } from 'react-i18next';

interface Props {
  readonly value: string | number;
  readonly currency: 'money' | 'score';
  /** Shows a plus before what is more than nothing. */
  readonly signed?: boolean;
  /** Without the sign of the currency, and short, where there is little room. */
  readonly plain?: boolean;
}

/** Money with two decimals, points as whole numbers, both grouped. */
export function Amount({ value, currency, signed = false, plain = false }: Props) {
  const { i18n } = useTranslation();
  const options: Intl.NumberFormatOptions = {
    ...(currency === 'money' && !plain ? { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' } : {}),
    ...(plain ? { notation: 'compact', maximumFractionDigits: 1 } : {}),
    ...(signed ? { signDisplay: 'exceptZero' } : {}),
  };
  // A text of digits is shown exactly, however long it is.
  const text = new Intl.NumberFormat(i18n.language, options).format(value as Intl.StringNumericLiteral);
  return <span className="centre-amount">{text}</span>;
}
