import { f, Problem, settings, textOf, type Language } from '#resource';
import { deliver, MailRefused } from '../mail/deliver.ts';
import { mailServer } from '../mail/mailServer.ts';

const testMail = {
  subject: { 'zh-cn': '测试邮件', en: 'Test email' },
  text: { 'zh-cn': '收到这封邮件，说明邮件配置可用。', en: 'If you can read this, your mail settings work.' },
};
const testLetter = (sender: string, to: string, language: Language) => ({
  from: { name: '', address: sender },
  to: [to],
  subject: textOf(testMail.subject, language),
  text: textOf(testMail.text, language),
});

/** How mail is sent. Nothing of it is for the browser. */
const mailSettings = settings('mail', {
  smtp_server: f.text({
    max: 253,
    pattern: '[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?',
    label: { 'zh-cn': 'SMTP 服务器', en: 'SMTP server' },
    help: {
      'zh-cn': '服务器或发件人邮箱为空时，不发送任何邮件',
      en: 'No emails are sent while this or the sender is empty',
    },
    placeholder: 'smtp.example.com',
  }),
  smtp_port: f.int({
    required: true,
    min: 1,
    max: 65_535,
    default: 465,
    label: { 'zh-cn': 'SMTP 端口', en: 'SMTP port' },
    help: { 'zh-cn': 'SSL 通常为 465，TLS 通常为 587', en: 'Usually 465 with SSL and 587 with TLS' },
  }),
  smtp_user: f.text({
    max: 255,
    label: { 'zh-cn': 'SMTP 用户名', en: 'SMTP user' },
    help: {
      'zh-cn': '通常为完整的邮箱地址；服务器不要求登录时留空',
      en: 'Usually the full email address. Leave it empty if the server needs no sign-in',
    },
  }),
  smtp_pass: f.text({
    secret: true,
    max: 255,
    label: { 'zh-cn': 'SMTP 密码', en: 'SMTP password' },
    help: {
      'zh-cn': '部分邮箱需填写授权码；加密保存，不会再显示',
      en: 'Some providers want an app password here. Stored encrypted and never shown again',
    },
  }),
  smtp_verification: f.enum(
    { SSL: 'SSL', TLS: 'TLS' },
    {
      required: true,
      default: 'SSL',
      label: { 'zh-cn': 'SMTP 验证方式', en: 'SMTP security' },
      help: { 'zh-cn': 'SSL 连接即加密；TLS 指 STARTTLS', en: 'SSL encrypts right away. TLS means STARTTLS' },
    },
  ),
  smtp_sender_mail: f.email({
    label: { 'zh-cn': '发件人邮箱', en: 'Sender' },
    help: { 'zh-cn': '须为服务器允许该用户使用的地址', en: 'Must be an address that this user may use on the server' },
  }),
});

declare module '#resource' {
  interface SettingsGroups {
    mail: typeof mailSettings;
  }
}

export const mailGroup = mailSettings.group({
  label: { 'zh-cn': '邮件配置', en: 'Mail' },
  // Whoever changes the server must not learn from it what they cannot read here.
  check({ next, prev, given }) {
    const isElsewhere = next.smtp_server !== prev.smtp_server || next.smtp_port !== prev.smtp_port;
    return isElsewhere && prev.smtp_pass !== null && !given.includes('smtp_pass')
      ? { smtp_pass: { key: 'config:passwordAgain' } }
      : {};
  },
  test: {
    label: { 'zh-cn': '发送测试邮件', en: 'Send test email' },
    form: { test_mail: f.email({ required: true, label: { 'zh-cn': '收件人邮箱', en: 'Recipient' } }) },
    async run({ settings: given, values, caller }) {
      const server = mailServer(given);
      if (!server) throw new Problem('config:mailIncomplete');
      try {
        const { answer } = await deliver(server, testLetter(server.sender, values.test_mail, caller.language));
        return { key: 'config:mailAccepted', params: { answer } };
      } catch (error) {
        if (error instanceof MailRefused) throw new Problem('config:mailRefused', { answer: error.message });
        throw error;
      }
    },
  },
  layout: [
    ['smtp_server', 'smtp_port'],
    ['smtp_user', 'smtp_pass'],
    ['smtp_verification', 'smtp_sender_mail'],
  ],
});
