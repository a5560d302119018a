import { useTranslation } from 'react-i18next';
import { useSite } from '#web';
import { amountText } from '../../amountText.ts';

type AmountText = (value: string | number, currency: 'money' | 'score', signed?: boolean) => string;

/** Writes money in the currency that the server half tells of the site, and points, in the page's language. */
export function useAmountText(): AmountText {
  const { i18n } = useTranslation();
  const { currency: code } = useSite() as { readonly currency?: string };
  return (value, currency, signed) =>
    amountText(value, {
      language: i18n.language,
      money: currency === 'money' ? (code ?? 'CNY') : undefined,
      ...(signed && { signed }),
    });
}
