import { useSite } from '#web';

/** The currency of balances, `CNY`: the server half puts it among what every page is told of the site. */
export const useCurrency = (): string => (useSite() as { readonly currency?: string }).currency ?? 'CNY';

interface Look {
  readonly language: string;
  /** The currency of an amount of money. */
  readonly money?: string | undefined;
  readonly signed?: boolean;
}

/** Money with its decimals, points as whole numbers, both grouped; a text of digits is shown exactly, however long it is. */
export const amountText = (value: string | number, { language, money, signed = false }: Look): string =>
  new Intl.NumberFormat(language, {
    ...(money !== undefined && { style: 'currency', currency: money, currencyDisplay: 'narrowSymbol' }),
    ...(signed && { signDisplay: 'exceptZero' }),
  }).format(value as Intl.StringNumericLiteral);
