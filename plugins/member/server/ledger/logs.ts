import { f, table, type FieldMap, type Hooks, type Label } from '#resource';
import type { BookParts } from './bookParts.ts';
import { bookEntry } from './bookEntry.ts';
import { amountFields, logs, type Currency } from './currency.ts';
import type { LooseRows } from './looseRows.ts';
import { noteByHand } from './noteByHand.ts';
import { ledgerGroup } from '../menuGroups.ts';
import { siteCurrency } from '../settings.ts';

const labels = {
  member: { 'zh-cn': '会员', en: 'Member' },
  before: { 'zh-cn': '变更前', en: 'Before' },
  after: { 'zh-cn': '变更后', en: 'After' },
} as const satisfies Record<string, Label>;

const common = {
  memo: f.text({ required: true, max: 255, search: true, label: { 'zh-cn': '备注', en: 'Memo' } }),
  /** What kind of booking it is, for programs: `check-in`, `chat.message`. */
  reason: f.text({ readonly: true, max: 50, label: { 'zh-cn': '来源', en: 'Source' } }),
  /** What it is about, in the words of whoever booked it: `order 17`. */
  reference: f.text({ readonly: true, max: 100, index: true, label: { 'zh-cn': '关联单据', en: 'Reference' } }),
  /** The same booking sent again is this entry. */
  key: f.text({ readonly: true, max: 100, unique: true, label: { 'zh-cn': '流水号', en: 'Transaction ID' } }),
  /** The entry that this one gives back, in part or whole. */
  refund_of: f.int({ readonly: true, index: true, label: { 'zh-cn': '退还的记录', en: 'Refund of' } }),
  /** The administrator who booked it by hand. */
  operator: f.text({ readonly: true, label: { 'zh-cn': '操作人', en: 'Recorded by' } }),
} as const;

const moneyLog = table('user_money_log', {
  user_id: f.belongsTo('user', { required: true, label: labels.member }),
  money: f.money({ ...amountFields.money.options, label: { 'zh-cn': '变更余额', en: 'Amount' } }),
  before: f.money({ ...siteCurrency, readonly: true, label: labels.before }),
  after: f.money({ ...siteCurrency, readonly: true, label: labels.after }),
  ...common,
});
const scoreLog = table('user_score_log', {
  user_id: f.belongsTo('user', { required: true, label: labels.member }),
  score: f.int({ ...amountFields.score.options, label: { 'zh-cn': '变更积分', en: 'Points' } }),
  before: f.int({ readonly: true, label: labels.before }),
  after: f.int({ readonly: true, label: labels.after }),
  ...common,
});

declare module '#resource' {
  interface Tables {
    user_money_log: typeof moneyLog;
    user_score_log: typeof scoreLog;
  }
}

const shared = {
  // The database refuses to change or delete entries, whoever asks.
  appendOnly: true,
  aliases: { createtime: 'create_time' },
  personal: { realm: 'member', field: 'user_id', erase: 'keep', omit: ['key', 'operator'] },
} as const;

export const moneyLogResource = (parts: BookParts) =>
  moneyLog.resource({
    ...shared,
    path: 'user/moneyLog',
    label: { 'zh-cn': '余额记录', en: 'Balance history' },
    icon: 'fa fa-money',
    menu: { weigh: 90, group: ledgerGroup },
    list: {
      empty: { 'zh-cn': '余额还没有变动', en: 'No balance has changed yet' },
      columns: ['user.username', 'money', 'before', 'after', 'memo', 'operator', 'create_time'],
      filters: ['user_id', 'user.username', 'money', 'memo', 'reason', 'reference', 'operator', 'create_time'],
    },
    form: { layout: ['user_id', 'money', 'memo'] },
    hooks: hooksOf(parts, 'money'),
  });

export const scoreLogResource = (parts: BookParts) =>
  scoreLog.resource({
    ...shared,
    path: 'user/scoreLog',
    label: { 'zh-cn': '积分记录', en: 'Points history' },
    icon: 'fa fa-star-o',
    menu: { weigh: 89, group: ledgerGroup },
    list: {
      empty: { 'zh-cn': '积分还没有变动', en: 'No points have changed yet' },
      columns: ['user.username', 'score', 'before', 'after', 'memo', 'operator', 'create_time'],
      filters: ['user_id', 'user.username', 'score', 'memo', 'reason', 'reference', 'operator', 'create_time'],
    },
    dashboard: { label: { 'zh-cn': '累计发放积分', en: 'Points given' }, where: { score: { gt: 0 } }, sum: 'score' },
    form: { layout: ['user_id', 'score', 'memo'] },
    hooks: hooksOf(parts, 'score'),
  });

/** Both tables have them; their types differ in the name of the amount only. */
const hooksOf = <F extends FieldMap>(parts: BookParts, currency: Currency): Hooks<F> =>
  ({
    ...bookEntry(parts, currency),
    async afterCommit({ ids, caller }) {
      if (caller.realm !== 'admin') return;
      const rows = parts.host.rows(logs[currency], parts.host.system) as unknown as LooseRows;
      for (const id of ids) noteByHand(parts, caller, currency, (await rows.get(id))!);
    },
  }) satisfies Hooks<FieldMap> as unknown as Hooks<F>;
