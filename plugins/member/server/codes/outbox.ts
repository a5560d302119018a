import { f, table } from '#resource';
import type { ContactType } from '../contact.ts';

/** What members were sent. Codes stand in it only where nothing was sent, since nothing is set up to send it. */
const userOutbox = table('user_outbox', {
  channel: f.enum(
    { email: { 'zh-cn': '邮件', en: 'Mail' }, mobile: { 'zh-cn': '短信', en: 'Text message' } } satisfies Record<
      ContactType,
      object
    >,
    { required: true, label: { 'zh-cn': '方式', en: 'Sent by' } },
  ),
  event: f.text({ required: true, max: 40, index: true, label: { 'zh-cn': '用途', en: 'Sent for' } }),
  target: f.text({ required: true, max: 254, index: true, label: { 'zh-cn': '收件人', en: 'Recipient' } }),
  state: f.enum(
    {
      sent: { 'zh-cn': '已发送', en: 'Sent', color: 'green' },
      queued: { 'zh-cn': '发送中', en: 'On its way', color: 'blue' },
      failed: { 'zh-cn': '失败', en: 'Failed', color: 'red' },
      kept: { 'zh-cn': '未配置发送', en: 'Not set up', color: 'orange' },
    },
    { required: true, label: { 'zh-cn': '状态', en: 'State' } },
  ),
  text: f.textarea({ max: 6000, label: { 'zh-cn': '内容', en: 'Text' } }),
  answer: f.text({ max: 500, label: { 'zh-cn': '网关应答', en: 'Answer of the gateway' } }),
});

declare module '#resource' {
  interface Tables {
    user_outbox: typeof userOutbox;
  }
}

export const outboxResource = userOutbox.resource({
  path: 'user/outbox',
  label: { 'zh-cn': '发件记录', en: 'Outbox' },
  icon: 'fa fa-paper-plane-o',
  menu: { weigh: 85 },
  remark: {
    'zh-cn': '验证码和提醒的发送记录，保留 30 天。没有配置邮件或短信时，内容只出现在这里。',
    en: 'Codes and notices that were sent, kept for 30 days. Where neither mail nor text messages are set up, they are nowhere else.',
  },
  actions: ['index'],
  appendOnly: { days: 30 },
  list: {
    columns: ['create_time', 'channel', 'event', 'target', 'state', 'text', 'answer'],
    filters: ['create_time', 'channel', 'event', 'target', 'state'],
    sort: '-id',
  },
  rows: { read: (caller) => caller.super },
});
