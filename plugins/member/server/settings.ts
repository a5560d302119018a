import { f, settings } from '#resource';

/** Who may become a member, and how many messages may leave. */
const memberSettings = settings('member', {
  register_mode: f.enum(
    {
      open: { 'zh-cn': '开放注册', en: 'Open to everyone' },
      invitation: { 'zh-cn': '凭邀请码注册', en: 'By invitation' },
      closed: { 'zh-cn': '关闭注册', en: 'Closed' },
    },
    { required: true, default: 'open', label: { 'zh-cn': '会员注册', en: 'Registration' } },
  ),
  terms_version: f.text({
    max: 50,
    label: { 'zh-cn': '条款版本', en: 'Version of the terms' },
    help: {
      'zh-cn': '填写后注册时需要同意条款，并记录所同意的版本',
      en: 'With one, whoever registers has to agree to the terms; the version is kept with the member',
    },
  }),
  terms_url: f.url({ label: { 'zh-cn': '条款地址', en: 'Address of the terms' } }),
  mail_per_hour: f.int({
    required: true,
    min: 1,
    max: 1_000_000,
    default: 2000,
    label: { 'zh-cn': '每小时邮件上限', en: 'Mails an hour' },
  }),
  sms_per_hour: f.int({
    required: true,
    min: 1,
    max: 1_000_000,
    default: 500,
    label: { 'zh-cn': '每小时短信上限', en: 'Text messages an hour' },
    help: {
      'zh-cn': '全站验证码短信的总数，防止费用失控',
      en: 'Codes for everyone together, so that nobody can run up the bill',
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
  layout: ['register_mode', 'terms_version', 'terms_url', ['mail_per_hour', 'sms_per_hour']],
});
