interface Look {
  readonly language: string;
  /** The currency of an amount of money, such as `CNY`; undefined for points. */
  readonly money?: string | undefined;
  readonly signed?: boolean;
}

/** Of other words, which a setting may hold, `Intl` makes an error. */
const isCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code);

/** Money with its decimals, points as whole numbers, both grouped; a text of digits is shown exactly, however long it is. */
export const amountText = (value: string | number, { language, money, signed = false }: Look): string =>
  new Intl.NumberFormat(language, {
    ...(money !== undefined &&
      isCurrency(money) && { style: 'currency', currency: money, currencyDisplay: 'narrowSymbol' }),
    ...(signed && { signDisplay: 'exceptZero' }),
  }).format(value as Intl.StringNumericLiteral);
