import { definePlugin, type PluginHost } from '#plugin';
import type { TableName } from '#resource';

let host: PluginHost;

export default definePlugin({
  name: 'assistant',
  routes: [
    {
      method: 'GET',
      url: '/admin/assistant/tools',
      node: 'signed-in',
      // What a program may be offered on behalf of whoever asks: nothing that they could not do themselves.
      handler: ({ caller }) =>
        host
          .catalogue(caller)
          .map(({ name, label, actions, fields }) => ({
            name,
            label,
            actions,
            filters: Object.values(fields).flatMap((field) =>
              field.operators.length > 0 ? [{ field: field.name, operators: field.operators }] : [],
            ),
          })),
    },
    {
      method: 'GET',
      url: '/admin/assistant/find',
      node: 'signed-in',
      // What a program has made up is refused as at any address: tables, fields and operators that the caller does not have.
      handler: async ({ caller, query: { table, by, ...parameters } }) => ({
        ...(await host.list(String(table) as TableName, caller, parameters)),
        ...(by !== undefined && (await host.groups(String(table) as TableName, caller, { by: String(by) }))),
      }),
    },
  ],
  start(given) {
    host = given;
  },
});
