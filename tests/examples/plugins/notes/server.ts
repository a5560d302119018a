import { definePlugin, type PluginHost } from '#plugin';
import { f, table, wallClockAt } from '#resource';

const note = table('note', {
  text: f.text({ label: { 'zh-cn': '内容', en: 'Text' }, required: true, max: 200, search: true }),
  done: f.bool({ label: { 'zh-cn': '已完成', en: 'Done' } }),
  due: f.date({ label: { 'zh-cn': '截止日期', en: 'Due' } }),
});

declare module '#resource' {
  interface Tables {
    note: typeof note;
  }
}

let host: PluginHost;

/** How many notes were added on each day of the site, and how many of them are done. */
function perDay(notes: readonly { create_time: number; done: 0 | 1 }[]) {
  const days = new Map<string, { day: string; added: number; done: number }>();
  for (const note of notes) {
    const clock = wallClockAt(note.create_time);
    const day = [clock.year, clock.month, clock.day].map((part) => String(part).padStart(2, '0')).join('-');
    const { added, done } = days.get(day) ?? { added: 0, done: 0 };
    days.set(day, { day, added: added + 1, done: done + note.done });
  }
  return [...days.values()];
}

export default definePlugin({
  name: 'notes',
  label: { 'zh-cn': '便签', en: 'Notes' },
  description: { 'zh-cn': '随手记下要做的事。', en: 'What is still to be done.' },
  icon: 'fa fa-sticky-note-o',
  resources: [
    note.resource({ path: 'notes/note', label: { 'zh-cn': '便签', en: 'Notes' }, traits: { history: true } }),
  ],
  menu: [
    {
      path: 'notes/board',
      label: { 'zh-cn': '待办', en: 'To do' },
      buttons: { index: { 'zh-cn': '查看', en: 'View' } },
      directory: { label: { 'zh-cn': '便签', en: 'Notes' }, icon: 'fa fa-sticky-note-o' },
    },
    // The page of members; it stands in their menu once a plugin brings members.
    { path: 'notes/mine', realm: 'member', label: { 'zh-cn': '便签', en: 'Notes' } },
  ],
  routes: [
    {
      method: 'GET',
      url: '/admin/notes.latest/index',
      node: 'notes/note/index',
      handler: ({ caller }) => host.rows('note', caller).list({ done: 0 }, { sort: '-id', limit: 3 }),
    },
    {
      method: 'GET',
      url: '/admin/notes.perDay/index',
      node: 'notes/note/index',
      handler: async ({ caller }) => perDay(await host.rows('note', caller).list({}, { sort: 'id', limit: 1000 })),
    },
  ],
  start(given) {
    host = given;
  },
});
