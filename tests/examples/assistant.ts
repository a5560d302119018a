import { definePlugin, type PluginHost } from '#plugin';

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
  ],
  start(given) {
    host = given;
  },
});
