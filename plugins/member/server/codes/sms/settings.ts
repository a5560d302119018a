import { textOf, f, Problem, settings, type FieldErrors, type SettingsGroup } from '#resource';
import type { MemberParts } from '../../memberParts.ts';
import { messageEvents } from '../templates.ts';
import { gatewayOf } from './gateway.ts';
import { SmsRefused } from './sms.ts';

const http = { sms_gateway: 'http' } as const;
const aliyun = { sms_gateway: 'aliyun' } as const;
const holes = {
  'zh-cn': '可用：{mobile} {text} {code} {event} {key}',
  en: 'Placeholders: {mobile} {text} {code} {event} {key}',
};

/** How text messages are sent. Nothing of it is for the browser. */
const smsSettings = settings('sms', {
  sms_gateway: f.enum(
    {
      none: { 'zh-cn': '不发送', en: 'None' },
      http: { 'zh-cn': 'HTTP 网关', en: 'HTTP gateway' },
      aliyun: { 'zh-cn': '阿里云短信', en: 'Alibaba Cloud' },
    },
    {
      required: true,
      default: 'none',
      label: { 'zh-cn': '短信网关', en: 'Gateway' },
      help: { 'zh-cn': '不发送时，会员只能用邮箱接收验证码', en: 'Without one, members can only get codes by email' },
    },
  ),
  sms_url: f.url({ required: true, when: http, label: { 'zh-cn': '网关地址', en: 'Address' }, help: holes }),
  sms_method: f.enum(
    { POST: 'POST', GET: 'GET' },
    {
      required: true,
      default: 'POST',
      when: http,
      label: { 'zh-cn': '请求方法', en: 'Method' },
      help: { 'zh-cn': '选择 GET 时，内容全部写在地址中', en: 'With GET, everything stands in the address' },
    },
  ),
  sms_headers: f.keyValue({ limit: 20, when: http, label: { 'zh-cn': '请求头', en: 'Headers' }, help: holes }),
  sms_body: f.textarea({
    max: 5000,
    when: { sms_gateway: 'http', sms_method: 'POST' },
    label: { 'zh-cn': '请求体', en: 'Body' },
    help: holes,
    placeholder: '{"to":"{mobile}","text":"{text}"}',
  }),
  sms_key: f.text({
    secret: true,
    max: 500,
    when: http,
    label: { 'zh-cn': '密钥', en: 'Key' },
    help: {
      'zh-cn': '在地址、请求头或请求体中写作 {key}；加密保存，不会再显示',
      en: 'Use {key} in the address, headers or body. Stored encrypted and never shown again',
    },
  }),
  sms_success: f.text({
    max: 200,
    when: http,
    label: { 'zh-cn': '成功标志', en: 'Success text' },
    help: {
      'zh-cn': '应答中包含它才算成功；留空则只看 HTTP 状态',
      en: 'Text in the response if the message was accepted. If empty, only the HTTP status counts',
    },
  }),
  aliyun_endpoint: f.url({
    required: true,
    default: 'https://dysmsapi.aliyuncs.com',
    when: aliyun,
    label: { 'zh-cn': '接入地址', en: 'Endpoint' },
    help: { 'zh-cn': '一般无需修改', en: 'Usually left as it is' },
  }),
  aliyun_key_id: f.text({
    required: true,
    max: 100,
    when: aliyun,
    label: { 'zh-cn': 'AccessKey ID', en: 'AccessKey ID' },
    help: {
      'zh-cn': '建议使用只有短信权限的 RAM 用户',
      en: 'Preferably of a RAM user that can do nothing but send messages',
    },
  }),
  aliyun_key_secret: f.text({
    secret: true,
    max: 200,
    when: aliyun,
    label: { 'zh-cn': 'AccessKey Secret', en: 'AccessKey secret' },
    help: { 'zh-cn': '加密保存，不会再显示', en: 'Stored encrypted and never shown again' },
  }),
  aliyun_sign_name: f.text({
    required: true,
    max: 100,
    when: aliyun,
    label: { 'zh-cn': '短信签名', en: 'Signature' },
    help: { 'zh-cn': '须已在阿里云审核通过，不含【】', en: 'As approved by Alibaba Cloud, without brackets' },
  }),
  aliyun_templates: f.keyValue({
    limit: 20,
    when: aliyun,
    label: { 'zh-cn': '短信模板', en: 'Templates' },
    help: {
      'zh-cn': `用途和模板编号，如 user_register 与 SMS_1234；变量为 code。用途：${messageEvents.join(' ')}`,
      en: `What it is sent for and the code of the template, such as user_register and SMS_1234; the variable is code. ${messageEvents.join(' ')}`,
    },
  }),
});

declare module '#resource' {
  interface SettingsGroups {
    sms: typeof smsSettings;
  }
}

export const smsGroup = (parts: MemberParts): SettingsGroup =>
  smsSettings.group({
    label: { 'zh-cn': '短信配置', en: 'Text messages' },
    // Whoever changes where messages go must not learn from it what they cannot read here.
    check({ next, prev, given }): FieldErrors<typeof smsSettings.fields> {
      const again = { key: 'config:passwordAgain' };
      if (next.sms_url !== prev.sms_url && prev.sms_key !== null && !given.includes('sms_key'))
        return { sms_key: again };
      const isElsewhere = next.aliyun_endpoint !== prev.aliyun_endpoint && prev.aliyun_key_secret !== null;
      return isElsewhere && !given.includes('aliyun_key_secret') ? { aliyun_key_secret: again } : {};
    },
    test: {
      label: { 'zh-cn': '发送测试短信', en: 'Send test message' },
      form: { test_mobile: f.mobile({ required: true, label: { 'zh-cn': '手机', en: 'Mobile' } }) },
      async run({ settings: given, values, caller }) {
        const gateway = gatewayOf(given);
        if (!gateway) throw new Problem('memberServer:smsIncomplete');
        const said = { 'zh-cn': '测试短信：短信配置可用。', en: 'Test message: your text message settings work.' };
        const text = textOf(said, caller.language);
        const sms = { mobile: values.test_mobile, event: 'user_mobile_verify', text, code: '000000' } as const;
        try {
          const answer = await gateway.send(sms, parts.host.fetch);
          return { key: 'memberServer:smsAccepted', params: { answer } };
        } catch (error) {
          if (error instanceof SmsRefused) throw new Problem('memberServer:smsRefused', { answer: error.message });
          throw error;
        }
      },
    },
  });
