import { definePlugin, type PluginHost } from '#plugin';
import { builtInKinds, Problem, textOfValue, type Caller, type Label, type TableName } from '#resource';

let host: PluginHost;

export default definePlugin({
  name: 'export',
  routes: [
    {
      method: 'GET',
      url: '/admin/export/:table',
      node: 'signed-in',
      // The rows of any table as a file, as far as whoever asks may read them.
      handler: async ({ caller, params }) =>
        new Response(await textOf(caller, params['table']!), {
          headers: { 'content-type': 'text/csv; charset=utf-8' },
        }),
    },
  ],
  start(given) {
    host = given;
  },
});

async function textOf(caller: Caller, table: string): Promise<string> {
  const manifest = host.catalogue(caller).find(({ name, actions }) => name === table && actions.includes('index'));
  if (!manifest) throw new Problem('server:forbidden');
  const fields = manifest.list.columns.flatMap((name) => {
    const field = manifest.fields[name];
    const kind = field && builtInKinds.get(field.kind);
    return field?.readable && kind && !name.includes('.') ? [{ ...field, kind }] : [];
  });
  const words = {
    label: (label: Label) => (typeof label === 'string' ? label : label[caller.language]!),
    message: (key: string) => (key === 'table:yes' ? '1' : '0'),
  };
  // All of them in memory: a large table is better read by `id`, some thousand rows at a time.
  const rows = await host.rows(table as TableName, caller).list();
  const lines = rows.map((row) =>
    fields.map(({ name, kind, options }) => textOfValue(kind, options, row[name as never], words)),
  );
  return [fields.map(({ label }) => label), ...lines].map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

/** Text that a spreadsheet would take for a formula begins with a quotation mark. */
const quoted = (text: string): string =>
  `"${(/^[=+@\t\r＝＋＠－]|^-(?!\d)/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
