import type { PluginPart, PluginRequest } from '#plugin';
import { numberIn, Problem } from '#resource';
import { mailTexts, sampleOf } from '../../fillTemplate.ts';
import type { MemberParts } from '../memberParts.ts';

/** Test mails that an administrator sends in an hour. */
const perHour = 20;

/** Sends a template to whoever asks, with a code that opens nothing. */
export const templateTests = (parts: MemberParts): PluginPart => ({
  routes: [
    {
      method: 'POST',
      url: '/admin/user.template/sendTest',
      node: 'user/template/edit',
      title: { 'zh-cn': '消息模板-发送测试邮件', en: 'Templates-Send a test email' },
      handler: (request) => sendTest(parts, request),
    },
  ],
});

async function sendTest({ host, limiter }: MemberParts, { caller, body }: PluginRequest): Promise<{ email: string }> {
  const template = await host.rows('user_template', caller).get(numberIn(body, 'id') ?? 0);
  if (!template) throw new Problem('rows:notFound');
  const email = (await host.rows('admin', host.system).get(caller.id))?.email;
  if (!email) throw new Problem('memberServer:template.noAddress');
  if (!(await host.mail.isReady())) throw new Problem('memberServer:template.noMail');
  await limiter('template-test', perHour, 3_600_000).consume(caller);
  const { site_name: site } = await host.settings('basics');
  await host.mail.send({
    to: email,
    ...mailTexts(template, body['language'] === 'en' ? 'en' : 'zh-cn', sampleOf(site)),
  });
  return { email };
}
