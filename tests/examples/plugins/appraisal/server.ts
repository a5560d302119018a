import { definePlugin } from '#plugin';
import { extend, f } from '#resource';

const appraised = extend('painting', {
  grade: f.int({ label: { 'zh-cn': '品级', en: 'Grade' }, min: 1, max: 5 }),
  estimate: f.money({ label: { 'zh-cn': '估价', en: 'Estimate' } }),
  condition: f.textarea({ label: { 'zh-cn': '保存状况', en: 'Condition' }, max: 500 }),
});

declare module '#resource' {
  interface Extensions {
    appraisal: typeof appraised;
  }
}

export default definePlugin({
  name: 'appraisal',
  requires: ['gallery'],
  extensions: [
    appraised.with({
      list: { columns: [{ name: 'grade', after: 'title' }] },
      form: { layout: [{ name: 'grade', after: 'title' }, 'estimate', 'condition'] },
    }),
  ],
});
