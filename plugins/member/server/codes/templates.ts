import { action, f, table, type FieldsOf, type Row } from '#resource';
import { checkTexts } from './checkTexts.ts';
import { hasAccount, wasChanged, type CodeEvent, type MessageEvent } from './events.ts';
import { messagesGroup } from '../menuGroups.ts';

/** The languages that messages are written in. */
type Both = Readonly<Record<'zh-cn' | 'en', string>>;

export const eventLabels: Readonly<Record<MessageEvent, Both>> = {
  user_register: { 'zh-cn': '注册', en: 'Registration' },
  user_change_email: { 'zh-cn': '更换邮箱', en: 'New email address' },
  user_change_mobile: { 'zh-cn': '更换手机', en: 'New mobile number' },
  user_retrieve_pwd: { 'zh-cn': '找回密码', en: 'Forgotten password' },
  user_email_verify: { 'zh-cn': '验证邮箱', en: 'Email verification' },
  user_mobile_verify: { 'zh-cn': '验证手机', en: 'Mobile number verification' },
  [hasAccount]: { 'zh-cn': '已有账号提醒', en: 'Account already exists' },
  [wasChanged]: { 'zh-cn': '绑定变更提醒', en: 'Another address was linked' },
};
export const messageEvents = Object.keys(eventLabels) as MessageEvent[];

const holes = { 'zh-cn': '可用：{site} {code} {minutes}', en: 'Placeholders: {site} {code} {minutes}' };
const subject = (label: Both) => f.text({ required: true, max: 200, label });
const text = (label: Both) => f.textarea({ required: true, max: 5000, label, help: holes });
const html = (label: Both) => f.textarea({ max: 20_000, label, help: holes });
const sms = (label: Both) => f.text({ max: 300, label, help: holes });

/** What members are sent, by mail and as text messages, in both languages. */
const userTemplate = table('user_template', {
  event: f.enum(eventLabels, {
    required: true,
    unique: true,
    readonly: true,
    label: { 'zh-cn': '用途', en: 'Sent for' },
  }),
  subject_zh: subject({ 'zh-cn': '主题（中文）', en: 'Subject (Chinese)' }),
  subject_en: subject({ 'zh-cn': '主题（英文）', en: 'Subject (English)' }),
  text_zh: text({ 'zh-cn': '正文（中文）', en: 'Text (Chinese)' }),
  text_en: text({ 'zh-cn': '正文（英文）', en: 'Text (English)' }),
  html_zh: html({ 'zh-cn': 'HTML 正文（中文）', en: 'HTML (Chinese)' }),
  html_en: html({ 'zh-cn': 'HTML 正文（英文）', en: 'HTML (English)' }),
  sms_zh: sms({ 'zh-cn': '短信（中文）', en: 'Text message (Chinese)' }),
  sms_en: sms({ 'zh-cn': '短信（英文）', en: 'Text message (English)' }),
});

declare module '#resource' {
  interface Tables {
    user_template: typeof userTemplate;
  }
}

export const templateResource = userTemplate.resource({
  path: 'user/template',
  label: { 'zh-cn': '消息模板', en: 'Templates' },
  rowLabel: { 'zh-cn': '消息模板', en: 'message template' },
  icon: 'fa fa-envelope-o',
  dashboard: false,
  menu: { weigh: 86, group: messagesGroup },
  remark: {
    'zh-cn': '{site} 为站点名称，{code} 为验证码，{minutes} 为有效分钟数。没有 HTML 正文时只发送纯文本。',
    en: '{site} is the name of the site, {code} the code, {minutes} how long it is valid. Without HTML, emails are sent as plain text.',
  },
  title: 'event',
  actions: {
    add: false,
    del: false,
    restoreTexts: action({
      label: { 'zh-cn': '恢复原文', en: 'Restore the original texts' },
      icon: 'fa fa-undo',
      on: 'row',
      confirm: {
        'zh-cn': '所有语言的文字都会换回最初的样子，确定恢复？',
        en: 'This resets all texts in both languages to the originals. Restore them?',
      },
      done: { 'zh-cn': '已恢复原文', en: 'Original texts restored' },
      async handler({ rows, table: templates }) {
        for (const { id, event } of rows) await templates.edit(id, firstTexts(event as MessageEvent));
      },
    }),
  },
  check: ({ next }) => checkTexts(next),
  traits: { history: true },
  list: { columns: ['event', 'subject_zh', 'subject_en', 'update_time'], sort: 'id' },
  form: { width: 720 },
});

type Texts = Omit<Row<FieldsOf<'user_template'>>, 'id' | 'version' | 'create_time' | 'update_time' | 'event'>;
const codeText = {
  'zh-cn': (what: string) =>
    `您正在${what}，验证码是 {code}，{minutes} 分钟内有效。\n\n如果不是您本人的操作，请忽略此消息。请勿将验证码告诉任何人。`,
  en: (what: string) =>
    `Your code to ${what} is {code}. It expires in {minutes} minutes.\n\nIf you didn’t ask for it, ignore this message. Don’t share this code with anyone.`,
};
const actions: Readonly<Record<CodeEvent, Both>> = {
  user_register: { 'zh-cn': '注册 {site} 的账号', en: 'sign up at {site}' },
  user_change_email: { 'zh-cn': '更换 {site} 账号绑定的邮箱', en: 'link this email address to your account at {site}' },
  user_change_mobile: {
    'zh-cn': '更换 {site} 账号绑定的手机',
    en: 'link this mobile number to your account at {site}',
  },
  user_retrieve_pwd: { 'zh-cn': '找回 {site} 账号的密码', en: 'set a new password at {site}' },
  user_email_verify: { 'zh-cn': '验证 {site} 账号绑定的邮箱', en: 'confirm that it’s you at {site}' },
  user_mobile_verify: { 'zh-cn': '验证 {site} 账号绑定的手机', en: 'confirm that it’s you at {site}' },
};

/** What a message is until somebody writes it anew. */
export function firstTexts(event: MessageEvent): Texts {
  if (event === hasAccount)
    return {
      subject_zh: '您在 {site} 已有账号',
      subject_en: 'You already have an account at {site}',
      text_zh:
        '有人用这个地址在 {site} 注册或绑定，但它已经属于您的账号。您可以直接登录；忘记密码时，可在登录页找回。\n\n如果不是您本人的操作，无需处理。',
      text_en:
        'Somebody has used this address to register at {site}, or to bind it to an account. It belongs to your account already: just sign in, or set a new password on the sign-in page.\n\nIf it was not you, there is nothing to do.',
      html_zh: null,
      html_en: null,
      sms_zh: '【{site}】您已有账号，请直接登录；忘记密码可在登录页找回。',
      sms_en: '{site}: you already have an account. Just sign in, or set a new password on the sign-in page.',
    };
  if (event === wasChanged)
    return {
      subject_zh: '您在 {site} 的绑定已变更',
      subject_en: 'The address of your account at {site} was changed',
      text_zh: '您在 {site} 的账号不再绑定这个地址。如果不是您本人的操作，请立即联系网站管理员。',
      text_en:
        'Your account at {site} no longer uses this address. If it was not you, contact the administrators of the site at once.',
      html_zh: null,
      html_en: null,
      sms_zh: '【{site}】您的账号不再绑定此号码。如果不是您本人的操作，请立即联系网站管理员。',
      sms_en: '{site}: your account no longer uses this number. If it was not you, contact the administrators at once.',
    };
  const [chinese, english] = [codeText['zh-cn'](actions[event]['zh-cn']), codeText.en(actions[event].en)];
  return {
    subject_zh: '{site} 验证码：{code}',
    subject_en: '{code} is your code for {site}',
    text_zh: chinese,
    text_en: english,
    html_zh: htmlOf(chinese),
    html_en: htmlOf(english),
    sms_zh: '【{site}】验证码 {code}，{minutes} 分钟内有效。请勿告诉任何人。',
    sms_en: '{site}: your code is {code}, valid for {minutes} minutes. Don’t share it with anyone.',
  };
}

const htmlOf = (words: string): string =>
  words
    .split('\n\n')
    .map(
      (part) => `<p>${part.replace('{code}', '<strong style="font-size:24px;letter-spacing:4px">{code}</strong>')}</p>`,
    )
    .join('\n');
