import { action, f, table, type JobOf } from '#resource';
import { ledgerGroup } from '../../menuGroups.ts';

/** Where the books do not agree. */
const finding = table('ledger_finding', {
  user_id: f.belongsTo('user', { required: true, label: { 'zh-cn': '会员', en: 'Member' } }),
  currency: f.enum(
    { money: { 'zh-cn': '余额', en: 'Balance' }, score: { 'zh-cn': '积分', en: 'Points' } },
    { required: true, label: { 'zh-cn': '类型', en: 'Currency' } },
  ),
  kind: f.enum(
    {
      entry: { 'zh-cn': '记录前后不衔接', en: "Entries don't follow on from each other" },
      figure: { 'zh-cn': '与账本合计不符', en: 'Differs from the entries' },
      held: { 'zh-cn': '与预留合计不符', en: 'Differs from the reservations' },
    },
    { required: true, label: { 'zh-cn': '问题', en: 'Problem' } },
  ),
  expected: f.text({ label: { 'zh-cn': '应为', en: 'Expected' } }),
  actual: f.text({ label: { 'zh-cn': '实际', en: 'Found' } }),
  /** The entry that does not follow the one before it; 0 for what is found at the member. */
  entry_id: f.int({ default: 0, label: { 'zh-cn': '记录 ID', en: 'Entry' } }),
  resolved: f.bool({ default: 0, label: { 'zh-cn': '已恢复一致', en: 'Agrees again' } }),
  key: f.text({ required: true, unique: true, filter: false }),
});

/** Up to where the books have been looked at. */
const position = table('ledger_position', {
  name: f.text({ required: true, unique: true }),
  at: f.int({ default: 0 }),
});

declare module '#resource' {
  interface Tables {
    ledger_finding: typeof finding;
    ledger_position: typeof position;
  }
}

export const positionResource = position.resource({ page: false });

export const findingResource = (check: JobOf<undefined>) =>
  finding.resource({
    path: 'user/ledgerFinding',
    label: { 'zh-cn': '对账结果', en: 'Ledger check' },
    icon: 'fa fa-balance-scale',
    personal: { realm: 'member', field: 'user_id', erase: 'keep' },
    remark: {
      'zh-cn': '系统每小时核对新的记录和一部分会员；这里列出与账本不一致的余额和积分。',
      en: 'New entries and a sample of members are checked every hour. Discrepancies are listed here.',
    },
    menu: { weigh: 85, badge: { resolved: 0 }, group: ledgerGroup },
    dashboard: { label: { 'zh-cn': '对账差异', en: 'Ledger differences' }, where: { resolved: 0 } },
    list: {
      empty: { 'zh-cn': '没有发现差异', en: 'No discrepancies found' },
      columns: ['user.username', 'currency', 'kind', 'expected', 'actual', 'entry_id', 'resolved', 'create_time'],
      inline: [],
    },
    actions: {
      add: false,
      edit: false,
      del: false,
      check: action({
        label: { 'zh-cn': '立即对账', en: 'Check now' },
        on: 'list',
        icon: 'fa fa-refresh',
        done: { 'zh-cn': '对账已开始，稍后刷新查看', en: 'The check has started. Refresh in a moment' },
        async handler({ context }) {
          await context.enqueue(check, undefined, { key: 'now' });
        },
      }),
    },
  });
