import { Readable } from 'node:stream';
import { definePlugin, newKey, type PluginHost } from '#plugin';
import { Problem } from '#resource';

let host: PluginHost;
const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

export default definePlugin({
  name: 'pictures',
  routes: [
    {
      method: 'POST',
      url: '/admin/pictures/add',
      node: 'signed-in',
      body: { as: 'multipart', limit: 10_485_760, parts: 1 },
      async handler(request) {
        for await (const part of request.parts()) {
          if (part.type !== 'file') continue;
          const [suffix] = Object.entries(types).find(([, type]) => type === part.mimetype) ?? [];
          if (suffix === undefined) throw new Problem('pictures:kind');
          const options = { limit: 10_485_760, signal: request.signal };
          const { key } = await host.storage.put(newKey(suffix), part.file, options);
          return { address: `/api/pictures/${key}` };
        }
        throw new Problem('pictures:kind');
      },
    },
    {
      method: 'GET',
      url: '/pictures/:one/:two/:name',
      node: 'everyone',
      async handler({ params: { one, two, name } }) {
        const picture = await host.storage.get(`${one}/${two}/${name}`);
        if (!picture) return new Response(null, { status: 404 });
        const type = types[String(name).split('.').at(-1)!] ?? 'application/octet-stream';
        return new Response(Readable.toWeb(picture.body) as ReadableStream, { headers: { 'content-type': type } });
      },
    },
  ],
  start(given) {
    host = given;
  },
});
