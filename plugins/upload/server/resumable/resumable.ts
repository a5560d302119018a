import { job, type PluginRoute } from '#plugin';
import { attachmentAnswer } from '../attachmentAnswer.ts';
import type { Contribution, UploadParts } from '../uploadParts.ts';
import { largestFile } from '../settings.ts';
import { begin, capabilities, goOn, refusal } from './protocol.ts';
import { unfinishedResource } from './unfinished.ts';
import { UnfinishedUploads } from './unfinishedUploads.ts';

/** Bytes a second below which a connection is as good as dead. */
const leastRate = 1000;
/** Milliseconds in which the largest file is checked and put in its place. */
const finishing = 600_000;

/** Big files in parts, by the protocol of https://tus.io: they survive lost connections, reloaded pages and restarts. */
export function resumable(parts: UploadParts): Contribution {
  const uploads = new UnfinishedUploads(parts);
  const clear = job({
    name: 'clear-unfinished',
    schedule: '17 * * * *',
    timeLimit: 3600,
    run: ({ signal }) => uploads.clear(signal),
  });
  return {
    resources: [unfinishedResource],
    jobs: [clear],
    routes: [...routesOf(parts, uploads, '/admin', 'admin'), ...routesOf(parts, uploads, '', 'member')],
    start: () => uploads.leases.listen(),
  };
}

function routesOf(parts: UploadParts, uploads: UnfinishedUploads, base: string, realm: string): PluginRoute[] {
  const all = `${base}/ajax/resumable`;
  const one = `${all}/:id`;
  const place = `/api${all}`;
  const common = { realm, node: 'signed-in', errorHandler: refusal } as const;
  return [
    { ...common, method: 'OPTIONS', url: all, handler: () => capabilities(place) },
    { ...common, method: 'OPTIONS', url: one, handler: () => capabilities(place) },
    {
      ...common,
      method: 'POST',
      url: all,
      rateLimit: { max: 200, timeWindow: 60_000 },
      handler: (request) => begin(uploads, place, request),
    },
    { ...common, method: 'HEAD', url: one, handler: (request) => goOn(uploads, place, request, 'HEAD') },
    {
      ...common,
      method: 'PATCH',
      url: one,
      body: { as: 'stream', limit: largestFile, leastRate },
      handler: (request) => goOn(uploads, place, request, 'PATCH', request.stream),
    },
    { ...common, method: 'DELETE', url: one, handler: (request) => goOn(uploads, place, request, 'DELETE') },
    {
      realm,
      node: 'signed-in',
      method: 'GET',
      url: `${one}/file`,
      timeout: finishing,
      async handler({ caller, params }) {
        const row = await uploads.find(params['id']!, caller);
        return attachmentAnswer(parts, await uploads.finish(row, caller));
      },
    },
  ];
}
