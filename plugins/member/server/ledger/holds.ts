import { f, Problem, table } from '#resource';
import type { BookParts } from './bookParts.ts';
import { bookHold, settleHold } from './bookHold.ts';
import { ledgerGroup } from '../menuGroups.ts';
import { siteCurrency } from '../settings.ts';

const states = {
  held: { 'zh-cn': '预留中', en: 'Held', color: 'blue' },
  settled: { 'zh-cn': '已结算', en: 'Settled', color: 'green' },
  released: { 'zh-cn': '已释放', en: 'Released' },
  expired: { 'zh-cn': '已过期', en: 'Expired', color: 'orange' },
} as const;

/** Amounts that are set aside for something under way: they still belong to the member, who cannot spend them twice. */
const hold = table('user_hold', {
  user_id: f.belongsTo('user', { required: true, label: { 'zh-cn': '会员', en: 'Member' } }),
  currency: f.enum(
    { money: { 'zh-cn': '余额', en: 'Balance' }, score: { 'zh-cn': '积分', en: 'Points' } },
    { required: true, label: { 'zh-cn': '类型', en: 'Currency' } },
  ),
  /** One of the two has a value. */
  money: f.money({ ...siteCurrency, min: '0.01', label: { 'zh-cn': '预留余额', en: 'Amount held' } }),
  score: f.int({ min: 1, label: { 'zh-cn': '预留积分', en: 'Points held' } }),
  state: f.enum(states, { default: 'held', label: { 'zh-cn': '状态', en: 'Status' } }),
  /** What of it was taken, in cents or points. */
  used: f.int({
    readonly: true,
    filter: false,
    label: { 'zh-cn': '已使用（分或积分）', en: 'Used (cents or points)' },
  }),
  memo: f.text({ required: true, max: 255, search: true, label: { 'zh-cn': '备注', en: 'Memo' } }),
  reason: f.text({ required: true, max: 50, label: { 'zh-cn': '来源', en: 'Source' } }),
  reference: f.text({ max: 100, index: true, label: { 'zh-cn': '关联单据', en: 'Reference' } }),
  key: f.text({ required: true, max: 100, unique: true, label: { 'zh-cn': '流水号', en: 'Transaction ID' } }),
  expires: f.datetime({ required: true, index: true, label: { 'zh-cn': '过期时间', en: 'Expires' } }),
});

declare module '#resource' {
  interface Tables {
    user_hold: typeof hold;
  }
}

export const holdResource = (parts: BookParts) =>
  hold.resource({
    path: 'user/hold',
    label: { 'zh-cn': '预留记录', en: 'Reservations' },
    icon: 'fa fa-lock',
    menu: { weigh: 87, group: ledgerGroup },
    personal: { realm: 'member', field: 'user_id', erase: 'keep', omit: ['key'] },
    actions: ['index'],
    list: {
      empty: { 'zh-cn': '没有预留的余额或积分', en: 'No money or points have been held yet' },
      columns: ['user.username', 'money', 'score', 'state', 'memo', 'reference', 'expires', 'create_time'],
      filters: ['user_id', 'user.username', 'currency', 'state', 'memo', 'reason', 'reference', 'expires'],
    },
    hooks: {
      async beforeSave({ next, prev, context }) {
        if (!prev) return bookHold(parts, next, context);
        if (prev.state !== 'held') throw new Problem('ledgerServer:holdOver');
        await settleHold(parts, prev, next, context);
      },
    },
  });
