import { job, type JobRun } from '#plugin';
import { action, type FieldsOf } from '#resource';

/** Does with the rows of a member what each table says in `personal`; the books stay. */
export const eraseMember = job({
  name: 'erase-member',
  async run({ host, data }: JobRun<{ id: number }>) {
    const member = await host.rows('user', host.system).get(data.id);
    if (member && member.closed !== 1) await host.personalData.erase({ realm: 'member', id: data.id });
  },
});

/** What members do themselves in the centre, done for them. Nobody is let in from then on; a job removes what is kept of them. */
export const closeAccount = action<FieldsOf<'user'>>({
  label: { 'zh-cn': '注销账号', en: 'Close account' },
  icon: 'fa fa-user-times',
  confirm: {
    'zh-cn': '账号将无法再登录或恢复：个人资料、地址和登录记录会被删除，余额和积分作废；账本保留记录，但不再显示姓名。',
    en: "Nobody can sign in to this account any more, and it can't be restored. Its profile, addresses and sign-ins are deleted, and its balance and points are lost. Ledger entries are kept without a name.",
  },
  done: { 'zh-cn': '账号正在注销', en: 'Account is being closed' },
  danger: true,
  async handler({ rows, table: members, context }) {
    for (const { id, closed } of rows) {
      if (closed === 1) continue;
      await members.edit(id, { status: 0 });
      await context.enqueue(eraseMember, { id }, { key: String(id) });
    }
  },
});
