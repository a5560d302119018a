import { randomUUID } from 'node:crypto';
import { action, extend, f, Invalid, type Action, type FieldMap, type Label } from '#resource';
import { amountText } from '../../amountText.ts';
import { assertOpen, operatorOf } from './bookEntry.ts';
import { amountFields, logs, type Amount, type Currency } from './currency.ts';
import type { BookParts } from './bookParts.ts';
import { rowsIn } from './looseRows.ts';
import { noteByHand } from './noteByHand.ts';
import { siteCurrency } from '../settings.ts';

/** What the ledger adds to members: how much of what they own is held by reservations. Only entries and reservations change it. */
const balances = extend('user', {
  money_held: f.money({
    ...siteCurrency,
    default: '0',
    readonly: true,
    label: { 'zh-cn': '预留余额', en: 'Balance held' },
  }),
  score_held: f.int({ default: 0, readonly: true, min: 0, label: { 'zh-cn': '预留积分', en: 'Points held' } }),
});

declare module '#resource' {
  interface Extensions {
    member_balances: typeof balances;
  }
}

const memo = f.text({ required: true, max: 255, label: { 'zh-cn': '备注', en: 'Memo' } });
const help = {
  'zh-cn': '正数增加，负数扣减；每次调整都会记入账本，不能修改或删除',
  en: "Positive amounts are added, negative ones deducted. Each change is recorded as an entry that can't be edited or deleted",
};
const amounts = {
  money: f.money({ ...amountFields.money.options, help, label: { 'zh-cn': '调整金额', en: 'Adjustment' } }),
  score: f.int({ ...amountFields.score.options, help, label: { 'zh-cn': '调整积分', en: 'Adjustment' } }),
};
const looks = {
  money: {
    icon: 'fa fa-money',
    label: { 'zh-cn': '调整余额', en: 'Adjust balance' },
    confirm: {
      'zh-cn': '调整会立即生效，会员可以看到备注。',
      en: 'Takes effect immediately. The member can see the memo.',
    },
    done: { 'zh-cn': '余额已调整：{{from}} → {{to}}', en: 'Balance adjusted: {{from}} → {{to}}' },
  },
  score: {
    icon: 'fa fa-star-o',
    label: { 'zh-cn': '调整积分', en: 'Adjust points' },
    confirm: {
      'zh-cn': '调整会立即生效，会员可以看到备注。',
      en: 'Takes effect immediately. The member can see the memo.',
    },
    done: { 'zh-cn': '积分已调整：{{from}} → {{to}}', en: 'Points adjusted: {{from}} → {{to}}' },
  },
} as const satisfies Record<Currency, Record<string, Label>>;

const adjust = (parts: BookParts, currency: Currency): Action<FieldMap> =>
  action({
    ...looks[currency],
    on: 'row',
    form: { amount: amounts[currency], memo },
    async handler({ rows: [row], values, context }) {
      assertOpen(row!, true);
      const { caller } = context;
      const entry = await atAmount(currency, () =>
        rowsIn(context, logs[currency]).add({
          user_id: row!.id,
          [currency]: values['amount'],
          memo: values['memo'],
          reason: 'adjustment',
          key: randomUUID(),
          operator: caller.realm === 'admin' ? operatorOf(caller) : null,
        }),
      );
      context.afterCommit(() => noteByHand(parts, caller, currency, entry));
      const { before, after } = entry as unknown as Readonly<Record<'before' | 'after', Amount>>;
      const look = { language: caller.language, money: currency === 'money' ? parts.currency : undefined };
      return { before, after, from: amountText(before, look), to: amountText(after, look) };
    },
  }) as Action<FieldMap>;

/** What is wrong with the amount of the entry stands at the field of the form. */
async function atAmount<T>(currency: Currency, book: () => Promise<T>): Promise<T> {
  try {
    return await book();
  } catch (error) {
    const found = error instanceof Invalid ? error.errors[currency] : undefined;
    throw found ? new Invalid({ amount: found }) : error;
  }
}

export const balanceExtension = (parts: BookParts) =>
  balances.with({
    actions: { adjustMoney: adjust(parts, 'money') as never, adjustScore: adjust(parts, 'score') as never },
  });
