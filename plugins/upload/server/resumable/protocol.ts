import { Readable } from 'node:stream';
import type { PluginRequest, RouteFailure } from '#plugin';
import { Problem } from '#resource';
import type { UnfinishedUploads } from './unfinishedUploads.ts';

/** Headers of the protocol that requests have. */
const headers = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'content-type',
  'content-length',
];

type Method = 'HEAD' | 'PATCH' | 'DELETE' | 'POST' | 'OPTIONS';

/** Loaded for the first upload of this kind: it holds 6 MB. */
const protocol = () => import('./tusServer.ts');

/** What the server can do of the protocol. */
export const capabilities = async (place: string): Promise<Response> =>
  (await protocol())
    .createServer(place, () => Promise.reject(new Error('Nothing is created here.')))
    .handleWeb(new Request(`http://localhost${place}`, { method: 'OPTIONS' }));

/** There is 1.0.0 only; clients of another version are told so by a header of the refusal, as https://tus.io has it. */
function assertVersion({ header }: PluginRequest): void {
  if (header('tus-resumable') !== '1.0.0')
    throw new Problem('upload:resume.protocol', { detail: 'Tus-Resumable: 1.0.0' }, { status: 412 });
}

/** Begins an upload of the caller. Its bytes come with the next request: what comes with this one is not read. */
export async function begin(uploads: UnfinishedUploads, place: string, request: PluginRequest): Promise<Response> {
  assertVersion(request);
  return answered(
    await (
      await protocol()
    )
      .createServer(place, (given) => uploads.create(given, request.caller))
      .handleWeb(asked(request, place, 'POST', undefined)),
  );
}

/** Goes on with an upload of the caller, tells how far it is, or ends it. */
export async function goOn(
  uploads: UnfinishedUploads,
  place: string,
  request: PluginRequest,
  method: Method,
  body?: Readable,
): Promise<Response> {
  assertVersion(request);
  const row = await uploads.find(request.params['id']!, request.caller);
  const server = (await protocol()).openServer(place, {
    row,
    storage: await uploads.storageOf(row),
    locker: uploads.leases.locker(row.id),
    touch: () => uploads.touch(row),
    remove: () => uploads.remove(row),
  });
  return answered(await server.handleWeb(asked(request, `${place}/${row.uuid}`, method, body)));
}

/** Its answer; what the library refuses, in English, is a `Problem`. */
async function answered(answer: Response): Promise<Response> {
  const { status } = answer;
  if (status < 400) return answer;
  const detail = (await answer.text()).trim().slice(0, 200);
  // It says itself that the client may try again.
  if (detail.startsWith('Request aborted')) throw new Problem('upload:resume.busy', {}, { status: 423 });
  throw new Problem(refusals[status] ?? 'upload:resume.protocol', { detail }, { status });
}

const refusals: Readonly<Record<number, string>> = {
  404: 'upload:resume.gone',
  409: 'upload:resume.offset',
  410: 'upload:resume.gone',
  413: 'upload:check.size',
};

/** The request as the library wants it. */
function asked({ header }: PluginRequest, path: string, method: Method, body: Readable | undefined): Request {
  const given = headers.flatMap((name) => {
    const value = header(name);
    const isOfBody = name.startsWith('content-') && !body;
    return value === undefined || isOfBody ? [] : [[name, value] as [string, string]];
  });
  return new Request(`http://localhost${path}`, {
    method,
    headers: given,
    // Typed by Node and by the browser's library in their own ways.
    ...(body && ({ body: Readable.toWeb(body), duplex: 'half' } as object)),
  });
}

/** A refusal with a status, as clients of the protocol expect it, and in our envelope, as ours do. */
export const refusal = ({ status, code, message }: RouteFailure): Response =>
  Response.json(
    { code, msg: message, time: Math.floor(Date.now() / 1000), data: null },
    { status, headers: { 'tus-resumable': '1.0.0', 'tus-version': '1.0.0' } },
  );
