import { definePlugin, job } from '#plugin';
import { f, table } from '#resource';

const shift = table('shift', {
  day: f.date({ required: true, label: { 'zh-cn': '日期', en: 'Day' } }),
  open: f.bool({ default: 1, readonly: true, label: { 'zh-cn': '进行中', en: 'Open' } }),
});

declare module '#resource' {
  interface Tables {
    shift: typeof shift;
  }
}

/** Half an hour after midnight, where the site is, the shifts end whose day is over. */
export const endShifts = job({
  name: 'end-shifts',
  schedule: '30 0 * * *',
  async run({ host, signal }) {
    const { time_zone: timeZone } = await host.settings('basics');
    // Swedes write dates as columns hold them: 2026-07-30.
    const today = new Date().toLocaleDateString('sv', { timeZone });
    const shifts = host.rows('shift', host.system);
    for (const { id } of await shifts.list({ open: 1, day: { lt: today } })) {
      signal.throwIfAborted();
      await shifts.edit(id, { open: 0 });
    }
  },
});

export default definePlugin({
  name: 'shifts',
  resources: [shift.resource({ path: 'duty/shift', label: { 'zh-cn': '班次', en: 'Shifts' } })],
  jobs: [endShifts],
});
