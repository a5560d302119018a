import { definePlugin } from '#plugin';
import { f, table } from '#resource';

const patient = table('patient', {
  name: f.text({ required: true, search: true }),
  id_number: f.idCard({ encrypted: true, label: { 'zh-cn': '身份证号', en: 'Identity number' } }),
});

declare module '#resource' {
  interface Tables {
    patient: typeof patient;
  }
}

export default definePlugin({
  name: 'patient',
  resources: [
    patient.resource({
      path: 'clinic/patient',
      traits: { history: true },
      // Who may read it is said as for every field.
      access: { id_number: { read: (caller) => caller.super } },
    }),
  ],
});
