import { job, type JobRun, type PluginHost } from '#plugin';
import { f, table, type FieldsOf, type HookContext, type Row } from '#resource';
import type { ContactType } from '../contact.ts';
import { forgetOld } from '../forgetOld.ts';
import type { CodeEvent } from './events.ts';
import { eventLabels } from './templates.ts';
import { messagesGroup } from '../menuGroups.ts';
import { assertNotClosed } from '../tables/closed.ts';

/** Seconds for which a code is good, and for which messages are kept. */
const [good, kept] = [600, 30 * 86_400];
/** Rows that are worked on at once. */
const batch = 500;

/**
 * What members were sent, without codes. Where nothing is set up to send it, the code stands beside it for as long as it is
 * good, so that a super administrator can hand it on.
 */
const userOutbox = table('user_outbox', {
  channel: f.enum(
    { email: { 'zh-cn': '邮件', en: 'Mail' }, mobile: { 'zh-cn': '短信', en: 'Text message' } } satisfies Record<
      ContactType,
      object
    >,
    { required: true, label: { 'zh-cn': '方式', en: 'Sent by' } },
  ),
  event: f.enum(eventLabels, { required: true, index: true, label: { 'zh-cn': '用途', en: 'Sent for' } }),
  target: f.text({
    required: true,
    max: 254,
    index: true,
    search: true,
    label: { 'zh-cn': '收件人', en: 'Recipient' },
  }),
  state: f.enum(
    {
      sent: { 'zh-cn': '已发送', en: 'Sent', color: 'green' },
      queued: { 'zh-cn': '发送中', en: 'On its way', color: 'blue' },
      failed: { 'zh-cn': '失败', en: 'Failed', color: 'red' },
      none: { 'zh-cn': '无此账号，未发送', en: 'No such account' },
      kept: { 'zh-cn': '未发送（未配置）', en: 'Not sent (not set up)', color: 'orange' },
    },
    { required: true, label: { 'zh-cn': '状态', en: 'Status' } },
  ),
  code: f.text({ max: 10, filter: false, label: { 'zh-cn': '验证码', en: 'Code' } }),
  text: f.textarea({ max: 6000, label: { 'zh-cn': '内容', en: 'Text' } }),
  answer: f.text({ max: 500, translated: { en: 'answer_en' }, label: { 'zh-cn': '对方应答', en: 'Answer' } }),
  answer_en: f.text({ max: 500, filter: false }),
  /** By which a mail server's answer finds the mail. */
  reference: f.text({ max: 40, index: true, filter: false }),
  /** Whose account it is about, to be forgotten with it; null before there is one. */
  member_id: f.int({ index: true, filter: false }),
});

declare module '#resource' {
  interface Tables {
    user_outbox: typeof userOutbox;
  }
}

/** What is left of a message to somebody who has closed the account: that something was sent, not to whom, nor what it said. */
const forgotten = { target: '—', text: null, code: null, answer: null, answer_en: null, member_id: null } as const;

export const outboxResource = userOutbox.resource({
  path: 'user/outbox',
  label: { 'zh-cn': '发件记录', en: 'Outbox' },
  icon: 'fa fa-paper-plane-o',
  menu: { weigh: 85, group: messagesGroup },
  remark: {
    'zh-cn': '验证码和提醒的发送记录，保留 30 天。没有配置邮件或短信时，验证码在有效的十分钟内显示在这里。',
    en: 'Codes and notices that were sent, kept for 30 days. If neither email nor text messages are set up, codes are shown here for the ten minutes they are valid.',
  },
  actions: ['index'],
  list: {
    empty: { 'zh-cn': '还没有发送过邮件或短信', en: 'No emails or text messages have been sent yet' },
    columns: ['create_time', 'event', 'target', 'state', 'code', 'text', 'answer'],
    filters: ['create_time', 'channel', 'event', 'target', 'state'],
    sort: '-id',
  },
  rows: { read: (caller) => caller.super },
  // Not `personal`: a member's own data would tell by it which addresses that they have typed have an account.
  access: { member_id: { read: () => false }, reference: { read: () => false }, answer_en: { read: () => false } },
  hooks: {
    async beforeSave({ next, prev, context }) {
      if (!prev && next.member_id) await assertNotClosed(context, next.member_id);
    },
  },
});

/** Takes away the codes of this event that are shown for this address. */
export async function clearShown(
  host: PluginHost,
  sent: { readonly event: CodeEvent; readonly target: string },
): Promise<void> {
  const rows = host.rows('user_outbox', host.system);
  for (const { id } of await rows.list({ ...sent, code: { isNull: false } })) await rows.edit(id, { code: null });
}

/** Every minute: removes codes that are good no more. */
export const clearCodes = job({
  name: 'clear-codes',
  schedule: '* * * * *',
  async run({ host, signal }: JobRun<undefined>) {
    const rows = host.rows('user_outbox', host.system);
    const old = { code: { isNull: false }, create_time: { elt: host.now() - good } } as const;
    for (
      let found = await rows.list(old, { limit: batch });
      found.length > 0;
      found = await rows.list(old, { limit: batch })
    )
      for (const { id } of found) {
        signal.throwIfAborted();
        await rows.edit(id, { code: null });
      }
  },
});

/** Every night: removes messages that are old enough. */
export const forgetMessages = job({
  name: 'forget-messages',
  schedule: '27 3 * * *',
  run: ({ host, signal }: JobRun<undefined>) => forgetOld(host, 'user_outbox', kept, signal),
});

type Recipient = Pick<Row<FieldsOf<'user'>>, 'id' | 'email' | 'mobile'>;

/** Messages to an address that has become a member's are about them from then on, also when they have another. */
export async function claimMessages(context: HookContext, member: Recipient): Promise<void> {
  const messages = context.table('user_outbox');
  const found = await messages.list({ member_id: { isNull: true }, target: { in: targetsOf(member) } });
  for (const { id } of found) await messages.edit(id, { member_id: member.id });
}

/** Of a member who closes the account, also what went to their address before it was theirs. */
export async function forgetRecipient(context: HookContext, member: Recipient): Promise<void> {
  const messages = context.table('user_outbox');
  const own = await messages.list({ or: [{ member_id: member.id }, { target: { in: targetsOf(member) } }] });
  for (const row of own) await messages.edit(row.id, forgotten);
}

const targetsOf = ({ email, mobile }: Recipient): string[] => [email, mobile].filter((each) => each !== null);
