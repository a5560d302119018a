import { strToU8, zipSync } from 'fflate';
import { f, Problem, table } from '#resource';
import { definePlugin, type PluginHost } from '#plugin';

const archived = table('archived_note', { title: f.text({ required: true }), text: f.textarea({}) });

declare module '#resource' {
  interface Tables {
    archived_note: typeof archived;
  }
}

let host: PluginHost;

export default definePlugin({
  name: 'archive',
  resources: [archived.resource({ path: 'archive/note', label: { 'zh-cn': '归档笔记', en: 'Archived notes' } })],
  routes: [
    {
      method: 'GET',
      url: '/admin/archive.zip/index',
      node: 'archive/note/index',
      async handler({ caller }) {
        const notes = await host.rows('archived_note', caller).list();
        if (notes.length === 0) throw new Problem('archive:empty');
        const files = notes.map(({ id, title, text }) => [`${id}.txt`, strToU8(`${title}\n${text ?? ''}\n`)]);
        return new Response(zipSync(Object.fromEntries(files)), { headers: { 'content-type': 'application/zip' } });
      },
    },
  ],
  start(given) {
    host = given;
  },
});
