import { f, settings } from '#resource';

/** Those with two decimals, as the ledger has them. */
const codes = ['CNY', 'USD', 'EUR', 'GBP', 'HKD', 'TWD', 'MOP', 'SGD', 'MYR', 'THB', 'AUD', 'CAD', 'CHF', 'SEK', 'BRL'];
const nameIn = (language: string) => new Intl.DisplayNames(language, { type: 'currency' });
const [chinese, english] = [nameIn('zh-CN'), nameIn('en')];
const currencies = Object.fromEntries(
  codes.map((code) => [code, { 'zh-cn': `${chinese.of(code)}（${code}）`, en: `${english.of(code)} (${code})` }]),
);

/** Of the tables' amounts: the one that is set below, and told to every page. */
export const siteCurrency = { currency: { site: 'currency' } } as const;

/** Who may become a member, and how many messages may leave. */
const memberSettings = settings('member', {
  register_mode: f.enum(
    {
      open: { 'zh-cn': '开放注册', en: 'Open to everyone' },
      invitation: { 'zh-cn': '凭邀请码注册', en: 'By invitation' },
      closed: { 'zh-cn': '关闭注册', en: 'Closed' },
    },
    {
      required: true,
      default: 'open',
      label: { 'zh-cn': '会员注册', en: 'Registration' },
      help: { 'zh-cn': '邀请码在“邀请码”页面中生成', en: 'Invitation codes are made on the page “Invitation codes”' },
    },
  ),
  terms_version: f.text({
    max: 50,
    label: { 'zh-cn': '条款版本', en: 'Terms version' },
    help: {
      'zh-cn': '填写后注册时需要同意条款，并记录所同意的版本',
      en: 'People who sign up then have to agree to the terms. The version is stored with the member',
    },
  }),
  terms_url: f.url({
    label: { 'zh-cn': '条款地址', en: 'Link to the terms' },
    help: { 'zh-cn': '填写条款版本后必填', en: 'Required with a terms version' },
  }),
  currency: f.enum(currencies, {
    required: true,
    default: 'CNY',
    label: { 'zh-cn': '货币', en: 'Currency' },
    help: {
      'zh-cn': '余额以此货币显示；修改后不会换算已有金额',
      en: "Balances are shown in this currency. Changing it doesn't convert them",
    },
  }),
  mail_per_hour: f.int({
    required: true,
    min: 1,
    max: 1_000_000,
    default: 2000,
    label: { 'zh-cn': '每小时邮件上限', en: 'Emails per hour' },
    help: {
      'zh-cn': '全站验证码邮件的总数，避免被当作垃圾邮件',
      en: "Codes for everyone together, so that they aren't taken for spam",
    },
  }),
  sms_per_hour: f.int({
    required: true,
    min: 1,
    max: 1_000_000,
    default: 500,
    label: { 'zh-cn': '每小时短信上限', en: 'Text messages per hour' },
    help: {
      'zh-cn': '全站验证码短信的总数，防止费用失控',
      en: 'Codes for everyone together, so that nobody can run up a bill',
    },
  }),
});

declare module '#resource' {
  interface SettingsGroups {
    member: typeof memberSettings;
  }
}

export const memberGroup = memberSettings.group({
  label: { 'zh-cn': '会员配置', en: 'Members' },
  check: ({ next }) =>
    next.terms_version !== null && next.terms_url === null ? { terms_url: { key: 'validate:required' } } : {},
  layout: ['register_mode', 'terms_version', 'terms_url', 'currency', ['mail_per_hour', 'sms_per_hour']],
  site: ({ currency }) => ({ currency }),
});
