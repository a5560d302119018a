import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { pino } from 'pino';
import qs from 'qs';
import { expect } from 'vitest';
import type { Resource } from '#resource';
import type { ServerPlugin } from '#plugin';
import { createApp, type App } from '../../src/server/app.ts';
import type { Config } from '../../src/server/config/config.ts';
import type { Envelope } from '../../src/server/http/answer.ts';
import type { PasswordCost } from '../../src/server/session/passwords.ts';
import type { Limits } from '../../src/server/shared/limits.ts';
import type { Loaded } from '../../src/server/loading/loadResources.ts';
import { startOrder } from '../../src/server/loading/startOrder.ts';
import { prepare, type Place } from './databases.ts';
import { modelsOf } from './modelsOf.ts';
import { product } from './product.ts';
import { password, quickPasswords, quickWork, root, testConfig, textsOf } from './testConfig.ts';

export { password, root };

export interface Asked {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** An object travels as JSON; texts and bytes as they are, with the content type of `headers`. */
  readonly body?: Readonly<Record<string, unknown>> | string | Uint8Array | undefined;
  /** Of an administrator. */
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string | string[]>> | undefined;
  /** A 5xx is what the test expects. */
  readonly mayFail?: boolean;
}
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Throws when the answer is no JSON. */
  readonly json: Envelope & { readonly data: Readonly<Record<string, unknown>> };
}

/** The whole application on a port of its own, and a client that looks at every answer for what must never be in one. */
export interface TestServer {
  readonly app: App;
  readonly port: number;
  readonly address: string;
  /** The data folder. */
  readonly dataDir: string;
  /** Lines of the log at level trace. */
  readonly logged: readonly string[];
  request(method: string, url: string, asked?: Asked): Promise<Answered>;
  /** Sends the bytes as they are and returns whatever comes until the server hangs up. */
  raw(text: string): Promise<string>;
  /** The access token of who signs in, the first administrator unless told. */
  signIn(username?: string, secret?: string): Promise<string>;
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly config?: Partial<Config>;
  /** Tables beside those of the product. */
  readonly resources?: readonly Resource[];
  readonly plugins?: readonly ServerPlugin[];
  /** How many files or routes are meant to be unusable. */
  readonly faults?: number;
  now?(): number;
  readonly limits?: Partial<Limits>;
  /** No job begins by the time of day unless the product's own is given, as undefined. */
  readonly schedules?: false | undefined;
  restart?(): void;
  /** The least that there is unless given; the product's own when given as undefined. */
  readonly passwordCost?: PasswordCost | undefined;
}

export async function startServer(place: Place, options: ServerOptions = {}): Promise<TestServer> {
  const {
    config,
    resources = [],
    plugins = [],
    faults = 0,
    now,
    limits,
    schedules,
    restart,
    passwordCost,
  } = { passwordCost: quickPasswords, schedules: false, ...options };
  const loaded: Loaded = {
    models: modelsOf(resources, plugins),
    modelsWithout: (gone) => modelsOf(resources, plugins, gone),
    plugins: startOrder(
      [...product.plugins, ...plugins].map((plugin) => ({ file: plugin.name, plugin })),
      (_file, error) => {
        throw error;
      },
    ).map(({ plugin }) => plugin),
    faults: [],
  };
  // Another password belongs to a first start of its own.
  if (config?.adminPassword === undefined)
    await prepare(place, resources.length + plugins.length > 0 ? loaded : product);
  const logged: string[] = [];
  const app = await createApp(
    { ...testConfig, ...place, ...config },
    {
      log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
      loaded,
      ...(now && { now }),
      ...(limits && { limits }),
      ...(restart && { restart }),
      schedules,
      messages: textsOf(config?.root ?? root),
      passwordCost,
      workBits: quickWork,
    },
  );
  expect(app.faults, app.faults.join('\n')).toHaveLength(faults);
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const port = Number(new URL(address).port);
  const secrets = [root, place.dataDir, ...(place.databaseUrl ? [place.databaseUrl] : [])];
  const request: TestServer['request'] = async (method, url, asked = {}) => {
    const answered = await send(port, method, url, asked);
    assertDecent(answered, secrets, asked.mayFail ?? false, `${method} ${url.slice(0, 200)}`);
    return answered;
  };
  return {
    app,
    port,
    address,
    dataDir: place.dataDir,
    logged,
    request,
    raw: (text) => sendRaw(port, text),
    async signIn(username = 'admin', secret = password) {
      const { json } = await request('POST', '/api/admin/Index/login', { body: { username, password: secret } });
      return (json.data['userInfo'] as { token: string }).token;
    },
    close: () => app.close(),
  };
}

function send(
  port: number,
  method: string,
  url: string,
  { query, body, token, headers = {} }: Asked,
): Promise<Answered> {
  const path = query ? `${url}${url.includes('?') ? '&' : '?'}${qs.stringify(query)}` : url;
  const isPlain = typeof body === 'string' || body instanceof Uint8Array;
  const content = isPlain || body === undefined ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = ask(
      {
        port,
        method,
        path,
        host: '127.0.0.1',
        agent: false,
        headers: {
          'think-lang': 'en',
          server: 'true',
          ...(content !== undefined && {
            'content-length': Buffer.byteLength(content),
            ...(!isPlain && { 'content-type': 'application/json' }),
          }),
          ...(token !== undefined && { batoken: token }),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            text,
            get json() {
              return JSON.parse(text) as Answered['json'];
            },
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(content);
  });
}

function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    let received = '';
    socket.setEncoding('latin1').on('data', (data: string) => (received += data));
    // Who is hung up on while still sending sees an error; what came before counts.
    socket.on('error', () => {}).on('close', () => resolve(received));
  });
}

/** What tells of the inside: stacks, folders, SQL and what databases say of it. */
const inside =
  /\n\s+at |\.[cm]?[jt]s:\d+|node_modules|node:internal|SQLITE_|sqlite|syntax error|\b(?:select|insert into|update|delete from)\b[^\n]*\b(?:from|values|set|where)\b|violates|kysely/i;

function assertDecent(
  { status, headers, text }: Answered,
  secrets: readonly string[],
  mayFail: boolean,
  what: string,
): void {
  if (!mayFail) expect(status, `${what} ${text.slice(0, 200)}`).toBeLessThan(500);
  if (!/json|plain/.test(headers['content-type'] ?? '')) return;
  // Letters of a picture make every short word once in a few thousand pictures.
  expect(text.replaceAll(/data:image\/jpeg;base64,[\w+/]+/g, ''), what).not.toMatch(inside);
  for (const secret of [password, ...secrets]) expect(text, what).not.toContain(secret);
}
