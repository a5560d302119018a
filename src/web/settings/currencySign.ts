import type { MoneyOptions } from '#resource';
import { storedLanguage } from './i18n.ts';
import { siteNow, useSite, type Site } from './site.ts';

type Currency = MoneyOptions['currency'];

/** What stands before an amount of this currency, as `Intl` writes it: `¥`, `CHF `; undefined for nothing. */
export const useCurrencySign = (currency: Currency): string | undefined => signIn(useSite(), currency);
/** The same at this moment. */
export const currencySign = (currency: Currency): string | undefined => signIn(siteNow(), currency);

function signIn(site: Site, currency: Currency): string | undefined {
  if (typeof currency !== 'object') return currency;
  const code = site[currency.site];
  if (typeof code !== 'string' || !/^[A-Z]{3}$/.test(code)) return undefined;
  const look = { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const;
  const parts = new Intl.NumberFormat(storedLanguage(), look).formatToParts(0);
  const sign = parts.slice(
    0,
    parts.findIndex(({ type }) => type === 'integer'),
  );
  return sign.map(({ value }) => value).join('');
}
