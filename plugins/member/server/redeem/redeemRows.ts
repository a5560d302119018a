import { action, f, table } from '#resource';
import { siteCurrency } from '../settings.ts';
import { makeBatch } from './makeBatch.ts';

const texts = {
  name: { 'zh-cn': '批次名称', en: 'Name' },
  currency: { 'zh-cn': '类型', en: 'Currency' },
  money: { 'zh-cn': '余额', en: 'Amount' },
  score: { 'zh-cn': '积分', en: 'Points' },
  count: { 'zh-cn': '数量', en: 'Number of codes' },
  uses: { 'zh-cn': '每码可用次数', en: 'Uses per code' },
  expires: { 'zh-cn': '过期时间', en: 'Expires' },
} as const;
const currencies = { score: texts.score, money: { 'zh-cn': '余额', en: 'Balance' } } as const;

const batch = table('redeem_batch', {
  name: f.text({ required: true, max: 100, search: true, label: texts.name }),
  currency: f.enum(currencies, { readonly: true, label: texts.currency }),
  money: f.money({ ...siteCurrency, readonly: true, label: texts.money }),
  score: f.int({ readonly: true, label: texts.score }),
  count: f.int({ readonly: true, label: { ...texts.count, en: 'Codes' } }),
  uses: f.int({ readonly: true, default: 1, label: texts.uses }),
  used: f.int({ readonly: true, default: 0, label: { 'zh-cn': '已兑换次数', en: 'Redeemed' } }),
  expires: f.datetime({ label: texts.expires }),
  status: f.bool({ default: 1, label: { 'zh-cn': '启用', en: 'Enabled' } }),
});
const code = table('redeem_code', {
  batch_id: f.belongsTo('redeem_batch', { required: true, label: { 'zh-cn': '批次', en: 'Batch' } }),
  /** Whoever has the database has no codes. */
  hash: f.text({ required: true, unique: true, secret: true }),
  tail: f.text({ required: true, label: { 'zh-cn': '末四位', en: 'Last four' } }),
  used: f.int({ default: 0, label: { 'zh-cn': '已用次数', en: 'Uses' } }),
});
const use = table('redeem_use', {
  batch_id: f.belongsTo('redeem_batch', { required: true, label: { 'zh-cn': '批次', en: 'Batch' } }),
  code_id: f.belongsTo('redeem_code', { required: true, label: { 'zh-cn': '兑换码末四位', en: 'Code' } }),
  user_id: f.belongsTo('user', { required: true, label: { 'zh-cn': '会员', en: 'Member' } }),
  /** Code and member: nobody uses a code twice. */
  key: f.text({ required: true, unique: true, filter: false }),
});

declare module '#resource' {
  interface Tables {
    redeem_batch: typeof batch;
    redeem_code: typeof code;
    redeem_use: typeof use;
  }
}

const directory = { label: { 'zh-cn': '兑换管理', en: 'Redeem codes' }, icon: 'fa fa-ticket', weigh: 84 };

export const redeemResources = [
  batch.resource({
    path: 'redeem/batch',
    label: { 'zh-cn': '兑换码批次', en: 'Code batches' },
    icon: 'fa fa-ticket',
    menu: { weigh: 9, directory },
    list: {
      empty: {
        'zh-cn': '还没有兑换码，生成后可发给会员兑换',
        en: 'No codes yet. Generate some and hand them to members',
      },
      columns: ['name', 'currency', 'money', 'score', 'count', 'uses', 'used', 'expires', 'status'],
    },
    actions: {
      add: false,
      del: false,
      make: action({
        label: { 'zh-cn': '生成兑换码', en: 'Generate codes' },
        on: 'list',
        creates: true,
        icon: 'fa fa-plus',
        confirm: {
          'zh-cn': '兑换码只在生成时下载一次，系统不保存原文。',
          en: "The codes are saved as a file now. The site doesn't keep them, so they can't be shown again.",
        },
        done: { 'zh-cn': '已生成 {{count}} 个兑换码', en: '{{count}} codes generated' },
        form: {
          name: f.text({ required: true, max: 100, label: texts.name }),
          currency: f.enum(currencies, { required: true, default: 'score', label: texts.currency }),
          score: f.int({ required: true, min: 1, max: 1e9, when: { currency: 'score' }, label: texts.score }),
          money: f.money({
            ...siteCurrency,
            required: true,
            min: '0.01',
            max: '1000000',
            when: { currency: 'money' },
            label: texts.money,
          }),
          count: f.int({ required: true, min: 1, max: 200, default: 10, label: texts.count }),
          uses: f.int({ required: true, min: 1, max: 1_000_000, default: 1, label: texts.uses }),
          expires: f.datetime({ label: texts.expires }),
        },
        handler: ({ values, context }) => makeBatch(values, context),
      }),
    },
  }),
  code.resource({
    path: 'redeem/code',
    label: { 'zh-cn': '兑换码', en: 'Codes' },
    icon: 'fa fa-barcode',
    menu: { weigh: 8, directory },
    title: 'tail',
    actions: ['index'],
    list: {
      empty: { 'zh-cn': '还没有兑换码，请在“兑换码批次”中生成', en: 'No codes yet. Generate them under “Batches”' },
      columns: ['tail', 'batch.name', 'used', 'create_time'],
      filters: ['batch_id', 'tail', 'used'],
    },
  }),
  use.resource({
    path: 'redeem/use',
    label: { 'zh-cn': '兑换记录', en: 'Redemptions' },
    icon: 'fa fa-check-square-o',
    menu: { weigh: 7, directory },
    personal: { realm: 'member', field: 'user_id', erase: 'keep' },
    actions: ['index'],
    list: {
      empty: { 'zh-cn': '还没有人兑换', en: 'No codes have been redeemed yet' },
      columns: ['user.username', 'code.tail', 'batch.name', 'create_time'],
      filters: ['user_id', 'batch_id', 'create_time'],
    },
  }),
];
