import { useTranslation } from 'react-i18next';
import { amountText, useCurrency } from './amountText.ts';

interface Props {
  readonly value: string | number;
  readonly currency: 'money' | 'score';
  /** Shows a plus before what is more than nothing. */
  readonly signed?: boolean;
}

/** Money in the site's currency, points as whole numbers, both grouped. */
export function Amount({ value, currency, signed = false }: Props) {
  const { i18n } = useTranslation();
  const money = useCurrency();
  return (
    <span className="centre-amount">
      {amountText(value, { language: i18n.language, money: currency === 'money' ? money : undefined, signed })}
    </span>
  );
}
