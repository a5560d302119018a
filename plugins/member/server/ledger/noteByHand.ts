import type { Caller } from '#resource';
import { amountText } from '../../amountText.ts';
import type { BookParts } from './bookParts.ts';
import type { Amount, Currency } from './currency.ts';

type Words = (member: string, from: string, to: string) => string;
const words: Readonly<Record<Currency, Readonly<Record<'zh-cn' | 'en', Words>>>> = {
  money: {
    'zh-cn': (member, from, to) => `余额调整：会员 #${member}，${from} → ${to}`,
    en: (member, from, to) => `Balance adjusted: member #${member}, ${from} → ${to}`,
  },
  score: {
    'zh-cn': (member, from, to) => `积分调整：会员 #${member}，${from} → ${to}`,
    en: (member, from, to) => `Points adjusted: member #${member}, ${from} → ${to}`,
  },
};

/** What administrators book by hand is in the security log. */
export function noteByHand(
  { host, currency: code }: BookParts,
  caller: Caller,
  currency: Currency,
  entry: Readonly<Record<string, unknown>>,
): void {
  const [id, before, after] = [entry['id'] as number, entry['before'] as Amount, entry['after'] as Amount];
  const member = String(entry['user_id']);
  const wordsIn = (language: 'zh-cn' | 'en'): string => {
    const text = (amount: Amount): string =>
      amountText(amount, { language, money: currency === 'money' ? code : undefined });
    return words[currency][language](member, text(before), text(after));
  };
  const title = { 'zh-cn': wordsIn('zh-cn'), en: wordsIn('en') };
  host.securityLog({
    caller,
    outcome: 'success',
    target: `${currency} of member ${member}`,
    title,
    detail: { entry: id, before, after },
  });
}
