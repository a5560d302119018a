import { definePlugin } from '#plugin';
import { f, table } from '#resource';

const applicant = table('applicant', {
  name: f.text({ required: true, search: true }),
  id_number: f.idCard({ encrypted: true, label: { 'zh-cn': '身份证号', en: 'Identity number' } }),
});

declare module '#resource' {
  interface Tables {
    applicant: typeof applicant;
  }
}

export default definePlugin({
  name: 'applicant',
  resources: [
    applicant.resource({
      path: 'office/applicant',
      traits: { history: true },
      // Who may read it is said as for every field.
      access: { id_number: { read: (caller) => caller.super } },
    }),
  ],
});
