import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import {
  createServer,
  request as ask,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import type { BucketSettings } from '../server/remote/bucket.ts';
import { isOfAlibaba, refusalOf } from './postPolicy.ts';
import { refusalOfRequest } from './requestSignature.ts';

/** The account that the server knows. */
const account = { accessKey: 'S3RVER', secret: 'S3RVER' };
/** How the names of the files end that hold what was put. */
const object = '._S3rver_object';
const cors = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>POST</AllowedMethod>
  <AllowedMethod>GET</AllowedMethod><AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>`;

type Look = (request: IncomingMessage) => string | undefined | Promise<string | undefined>;

export interface BucketServer {
  readonly address: string;
  readonly settings: BucketSettings;
  /** Parts of files that no key leads to, and files that are being written. */
  leftovers(): string[];
  /** The keys of its files. */
  files(): string[];
  /** Makes it as it was at first. */
  clear(): Promise<unknown>;
  /** Takes the bucket away, with all that is in it. */
  removeBucket(): void;
  /** Makes all that is in it so many seconds older. */
  age(seconds: number): void;
  /** Moves its clock, by which policies end, so many seconds ahead. */
  setAhead(seconds: number): void;
  /** Called before a request is answered; what it returns is answered instead. */
  intercept(look: Look | undefined): void;
  /** Whether its answers to GET end in the middle from now on. */
  cutBodies(isCut: boolean): void;
  close(): Promise<void>;
}

/**
 * A server that speaks S3, with one bucket, for tests. It stands behind a front of ours that looks at signatures and policies:
 * it takes forms whatever they say.
 */
export async function startBucketServer(bucket = 'files'): Promise<BucketServer> {
  const directory = mkdtempSync(join(tmpdir(), 'bucket-'));
  const store = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    // The front looks at them; this server misreads those of lists.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket, configs: [cors] }],
  });
  listInOrder(store);
  keepFolders(store);
  await store.configureBuckets();
  const inner = createServer(store.callback());
  const innerPort = await listen(inner);
  let look: Look | undefined;
  let ahead = 0;
  let isCut = false;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isOpen = request.method === 'OPTIONS' || isForm(request);
    const refusal = (await look?.(request)) ?? (isOpen ? undefined : refusalOfRequest(request, account));
    if (refusal !== undefined) refuse(response, refusal);
    else if (isForm(request)) await checkForm(request, response, innerPort, Date.now() + ahead * 1000);
    else if (await isOther(request, innerPort)) refuse(response, 'PreconditionFailed');
    else if (isCut && request.method === 'GET' && !request.url!.includes('list-type')) cut(response);
    else request.pipe(pass(request, response, innerPort));
  };
  const front = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const address = `http://127.0.0.1:${await listen(front)}`;
  return {
    address,
    settings: {
      bucket_endpoint: address,
      bucket_region: 'us-east-1',
      bucket_name: bucket,
      bucket_access_key: account.accessKey,
      bucket_secret: account.secret,
      bucket_path_style: 1,
      bucket_takes_new: 0,
    } as BucketSettings,
    leftovers: () => {
      const found = readdirSync(directory, { recursive: true, encoding: 'utf8' });
      return found.filter((path) => /\/uploads\//.test(path.replace(`${bucket}/`, '/')));
    },
    files: () =>
      readdirSync(join(directory, bucket), { recursive: true, encoding: 'utf8' })
        .flatMap((path) => (path.endsWith(object) ? [path.slice(0, -object.length)] : []))
        .toSorted(),
    clear() {
      rmSync(join(directory, bucket), { recursive: true, force: true });
      return store.configureBuckets();
    },
    removeBucket: () => rmSync(join(directory, bucket), { recursive: true, force: true }),
    age(seconds) {
      for (const path of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
        const time = statSync(join(directory, path)).mtimeMs / 1000 - seconds;
        utimesSync(join(directory, path), time, time);
      }
    },
    setAhead: (seconds) => (ahead = seconds),
    intercept: (given) => (look = given),
    cutBodies: (given) => (isCut = given),
    async close() {
      for (const server of [front, inner]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** By keys, as S3 does, and not by the names of the files that hold them. */
function listInOrder({ store }: S3rver): void {
  const listed = store.listObjects.bind(store);
  store.listObjects = async (bucket, { prefix = '', startAfter = '', maxKeys = Infinity }) => {
    const found = await listed(bucket, { prefix });
    const after = found.objects
      .filter(({ key }) => Buffer.compare(Buffer.from(key), Buffer.from(startAfter)) > 0)
      .sort((one, other) => Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)));
    return { objects: after.slice(0, maxKeys), commonPrefixes: [], isTruncated: after.length > maxKeys };
  };
}

/** A bucket has no folders: those of this server would go with the last file in them, and take along what is just being put there. */
function keepFolders({ store }: S3rver): void {
  const files = ['object', 'object.md5', 'metadata.json'] as const;
  store.deleteObject = (bucket, key) =>
    Promise.all(files.map((each) => rm(store.getResourcePath(bucket, key, each), { force: true })));
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

const isForm = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && (headers['content-type'] ?? '').startsWith('multipart/form-data');

/** Whether the file is another than the one that the request is for, by its ETag, which this server does not look at. */
async function isOther({ url, headers }: IncomingMessage, port: number): Promise<boolean> {
  const source = headers['x-amz-copy-source-if-match'];
  const wanted = source ?? headers['if-match'];
  if (wanted === undefined) return false;
  const path = source === undefined ? url!.split('?')[0] : `/${String(headers['x-amz-copy-source'])}`;
  const there = await new Promise<IncomingMessage>((resolve, reject) => {
    ask({ port, host: '127.0.0.1', method: 'HEAD', path, agent: false }, resolve).on('error', reject).end();
  });
  there.resume();
  return there.statusCode === 200 && there.headers.etag !== wanted;
}

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  headers: OutgoingHttpHeaders = request.headers,
) {
  const { method, url: path } = request;
  const passed = ask({ port, host: '127.0.0.1', method, path, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  request.on('error', () => passed.destroy());
  return passed;
}

/** As S3 does: a form whose policy does not hold is refused, and nothing of it kept. */
async function checkForm(request: IncomingMessage, response: ServerResponse, port: number, now: number): Promise<void> {
  const body = await buffer(request);
  const form = await new Response(body, { headers: { 'content-type': request.headers['content-type']! } }).formData();
  const refusal = refusalOf(form, request.url!.split('/')[1]!, account, now);
  if (refusal !== undefined) refuse(response, 'AccessDenied', refusal);
  else if (isOfAlibaba(form)) await passTranslated(form, request, response, port);
  else pass(request, response, port).end(body);
}

/** The server inside speaks Amazon's language only. */
async function passTranslated(form: FormData, request: IncomingMessage, response: ServerResponse, port: number) {
  const translated = new FormData();
  translated.set('key', form.get('key')!);
  translated.set('Content-Type', form.get('x-oss-content-type')!);
  translated.set('success_action_status', form.get('success_action_status')!);
  translated.set('file', form.get('file')!);
  const sent = new Response(translated);
  const body = Buffer.from(await sent.arrayBuffer());
  const type = sent.headers.get('content-type')!;
  pass(request, response, port, { ...request.headers, 'content-type': type, 'content-length': body.length }).end(body);
}

function cut(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 10 });
  response.write('0', () => response.destroy());
}

const statuses: Readonly<Record<string, number>> = { NoSuchBucket: 404, PreconditionFailed: 412, SlowDown: 503 };

function refuse(response: ServerResponse, code: string, message = ''): void {
  const status = statuses[code] ?? 403;
  response.writeHead(status, {
    'content-type': 'application/xml',
    'access-control-allow-origin': '*',
    connection: 'close',
  });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}
