import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { definePlugin, eventStream, file, type PluginHost, type StreamEvent } from '#plugin';
import { f, Problem, settings } from '#resource';

const example = settings('route_example', {
  tile_server: f.url({ default: 'https://tiles.example.com', label: { 'zh-cn': '地图服务器', en: 'Map server' } }),
  api_key: f.text({ secret: true, label: { 'zh-cn': '接口密钥', en: 'API key' } }),
});

declare module '#resource' {
  interface SettingsGroups {
    route_example: typeof example;
  }
}

let host: PluginHost;
/** Ten events, one after the other; who comes back goes on after the last one that they have. */
async function* count(from: number, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  for (let n = from; n <= 10 && !signal.aborted; n += 1) {
    yield { id: n, data: { percent: n * 10 } };
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export default definePlugin({
  name: 'routes',
  settings: [example.group({ label: { 'zh-cn': '示例', en: 'Examples' } })],
  // Pages may load maps from the server that the settings name.
  contentSecurityPolicy: async ({ settings }) => ({ connectSrc: [(await settings('route_example')).tile_server!] }),
  routes: [
    // A stream of server-sent events.
    {
      method: 'GET',
      url: '/admin/examples.progress/index',
      node: 'signed-in',
      // For clients that cannot send headers (`new EventSource('…?batoken=…')`); ours can.
      tokenInQuery: true,
      handler: ({ lastEventId, signal }) => eventStream(count(Number(lastEventId ?? 0) + 1, signal)),
    },
    // A file, whole or in ranges, for whoever is signed in, or whoever has an address with a signature.
    {
      method: 'GET',
      url: '/admin/examples.source/:name',
      node: 'signed-in',
      signed: true,
      handler: ({ params }) =>
        file(import.meta.filename, { name: `${params['name']}.txt`, type: 'text/plain', inline: true }),
    },
    {
      method: 'GET',
      url: '/admin/examples.source/index',
      node: 'signed-in',
      handler: async ({ caller }) => ({
        address: await host.signedUrl('/api/admin/examples.source/example', { caller }),
      }),
    },
    // Text, bytes or a page of another server: whatever a `Response` can be.
    {
      method: 'GET',
      url: '/examples/letter',
      node: 'everyone',
      handler: () =>
        new Response('<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>', {
          headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' },
        }),
    },
    // Files of up to a gigabyte, read while they arrive.
    {
      method: 'POST',
      url: '/admin/examples.upload/add',
      node: 'signed-in',
      body: { as: 'multipart', limit: 1_073_741_824, leastRate: 10_000, parts: 5 },
      rateLimit: { max: 100, timeWindow: 60_000 },
      async handler(request) {
        const found = [];
        for await (const part of request.parts()) {
          if (part.type === 'field') continue;
          const hash = createHash('sha1');
          await pipeline(part.file, hash);
          found.push({ name: part.filename, sha1: hash.digest('hex') });
        }
        return found;
      },
    },
    // A body as it comes, with another method.
    {
      method: 'PUT',
      url: '/admin/examples.raw/:name',
      node: 'signed-in',
      body: { as: 'stream', limit: 10_000 },
      timeout: 5000,
      async handler({ stream, params }) {
        let size = 0;
        for await (const chunk of stream as AsyncIterable<Buffer>) size += chunk.length;
        return { name: params['name'], size };
      },
    },
    // For the members, when a plugin brings them.
    {
      method: 'GET',
      url: '/examples/mine',
      realm: 'member',
      node: 'signed-in',
      handler: ({ caller }) => caller.username,
    },
    // An API that others define: at its own address, with its own tokens, answers and errors.
    {
      method: 'GET',
      url: '/v1/models',
      root: true,
      node: 'signed-in',
      async bearer(token) {
        const { api_key: key } = await host.settings('route_example');
        return token === key ? { realm: 'admin', id: 1 } : undefined;
      },
      errorHandler: ({ status, message }) => Response.json({ error: { message } }, { status }),
      handler: ({ caller }) => Response.json({ object: 'list', data: [{ id: `model-of-${caller.username}` }] }),
    },
    {
      method: 'POST',
      url: '/v1/completions',
      root: true,
      node: 'everyone',
      errorHandler: ({ status, message }) => Response.json({ error: { message } }, { status }),
      handler({ body, signal }) {
        if (typeof body['prompt'] !== 'string') throw new Problem('validate:required', {}, { status: 422 });
        return eventStream(words(body['prompt'], signal));
      },
    },
  ],
  start(given) {
    host = given;
  },
});

async function* words(prompt: string, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  for (const text of prompt.split(' ')) {
    if (signal.aborted) return;
    yield { data: { text } };
  }
  // A text goes out as it is.
  yield { data: '[DONE]' };
}
