import { definePlugin, sendMail, type PluginHost } from '#plugin';
import { f, Problem, table } from '#resource';

const invitation = table('invitation', {
  email: f.email({ required: true, unique: true }),
  language: f.enum({ 'zh-cn': '中文', en: 'English' }, { default: 'en' }),
});

declare module '#resource' {
  interface Tables {
    invitation: typeof invitation;
  }
}

const subject = { 'zh-cn': '邀请您加入', en: 'You are invited' };
let host: PluginHost;

export default definePlugin({
  name: 'invitation',
  resources: [
    invitation.resource({
      path: 'company/invitation',
      hooks: {
        // In the transaction of the row: the mail goes out when the row is on the disk, and not at all when it is refused.
        async afterSave({ row, prev, context }) {
          if (prev) return;
          await context.enqueue(sendMail, {
            to: row.email,
            subject: subject[row.language!],
            text: 'https://ours.example',
          });
        },
      },
    }),
  ],
  // Whoever sends mail lists the job that does it.
  jobs: [sendMail],
  routes: [
    {
      method: 'POST',
      url: '/admin/company.invitation/remind',
      node: 'company/invitation/edit',
      async handler({ caller, body }) {
        if (!(await host.mail.isReady())) throw new Problem('config:mailIncomplete');
        const row = await host.rows('invitation', caller).get(Number(body['id']));
        if (!row) throw new Problem('rows:notFound');
        // Resolves when it is in the queue. With a key, a second click within the delay sends nothing more.
        await host.mail.send(
          { to: row.email, subject: subject[row.language!], html: '<a href="https://ours.example">ours.example</a>' },
          { key: `remind ${row.id}`, delay: 2 },
        );
      },
    },
  ],
  start(given) {
    host = given;
  },
});
