import { lookup as lookUp, type LookupAddress } from 'node:dns';
import type { RequestInit as UndiciInit } from 'undici';
import type { FetchHost, FetchOptions } from '#plugin';
import { addressIn, isWithin, type Network } from '../shared/addresses.ts';

type Resolve = (host: string, done: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;
interface FetchParts {
  /** Networks that are not public and yet may be called. */
  readonly allowed: readonly Network[];
  /** The addresses of a name; those of the system unless given. */
  readonly resolve?: Resolve;
}

const mostRedirects = 5;
const defaults = { limit: 10_000_000, timeout: 30_000 } as const;

const resolveByName: Resolve = (host, done) => lookUp(host, { all: true }, done);

/** `fetch` that connects to nothing but public addresses: those that were looked at are those that it connects to. */
export function publicFetch({
  allowed,
  resolve = resolveByName,
}: FetchParts): FetchHost['fetch'] & { close(): Promise<void> } {
  const isOpen = (text: string): boolean => {
    const address = addressIn(text);
    return (
      address !== undefined && (address.range() === 'unicast' || allowed.some((network) => isWithin(address, network)))
    );
  };
  const open = async () => {
    const { Agent, fetch } = await import('undici');
    const agent = new Agent({
      connect: {
        timeout: 10_000,
        // Asked once for each connection: whatever the name leads to afterwards, this is where it goes.
        lookup(host, { all }, done) {
          resolve(host, (error, found) => {
            const usable = found?.filter(({ address }) => isOpen(address)) ?? [];
            if (error || !usable[0]) return done(error ?? refusal(host), '', 4);
            return all ? done(null, [...usable] as never) : done(null, usable[0].address, usable[0].family);
          });
        },
      },
    });
    return { agent, fetch };
  };
  /** Loaded with the first call: many servers never make one, and it takes some megabytes. */
  let client: ReturnType<typeof open> | undefined;
  const assertOpen = ({ protocol, hostname, username, password }: URL): void => {
    if (protocol !== 'http:' && protocol !== 'https:')
      throw new Error(`host.fetch calls http and https only, not ${protocol}`);
    if (username !== '' || password !== '') throw new Error('host.fetch takes names and passwords in headers only.');
    // Names are looked at when they are resolved; an address never is.
    const literal = hostname.replace(/^\[|\]$/g, '');
    if (addressIn(literal) && !isOpen(literal)) throw refusal(literal);
  };
  async function call(url: string | URL, options: FetchOptions = {}): Promise<Response> {
    const { limit = defaults.limit, timeout = defaults.timeout, signal, ...init } = options;
    const signals = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])];
    let next = new URL(url);
    let request = { ...init, headers: new Headers(init.headers) };
    for (let turn = 0; ; turn += 1) {
      assertOpen(next);
      const { agent, fetch } = await (client ??= open());
      const answer = (await fetch(next, {
        ...(request as unknown as UndiciInit),
        headers: Object.fromEntries(request.headers),
        redirect: 'manual',
        signal: AbortSignal.any(signals),
        dispatcher: agent,
      })) as unknown as Response;
      const location = redirects.has(answer.status) ? answer.headers.get('location') : null;
      if (location === null) return limited(answer, limit);
      await answer.body?.cancel();
      if (turn === mostRedirects) throw new Error(`host.fetch was led on more than ${mostRedirects} times.`);
      const to = new URL(location, next);
      request = follow(request, answer.status, to.origin === next.origin);
      next = to;
    }
  }
  return Object.assign(call, { close: async () => (await client)?.agent.destroy() });
}

const refusal = (host: string): Error =>
  new Error(`host.fetch calls no private address: ${host}. FETCH_PRIVATE in the environment can allow its network.`);

const redirects = new Set([301, 302, 303, 307, 308]);
type Sent = Omit<RequestInit, 'signal' | 'redirect' | 'headers'> & { headers: Headers };

/** What is asked of the next address: secrets are for the server that they were meant for. */
function follow(request: Sent, status: number, isSame: boolean): Sent {
  const headers = new Headers(request.headers);
  if (!isSame) for (const name of ['authorization', 'cookie', 'proxy-authorization']) headers.delete(name);
  const method = request.method?.toUpperCase() ?? 'GET';
  const stays = status >= 307 || method === 'GET' || method === 'HEAD';
  if (stays && typeof request.body === 'object' && request.body !== null)
    throw new Error('host.fetch was led on and cannot send a stream again.');
  if (stays) return { ...request, headers };
  for (const name of ['content-type', 'content-length']) headers.delete(name);
  const { body: _body, ...rest } = request;
  return { ...rest, method: 'GET', headers };
}

function limited(answer: Response, limit: number): Response {
  if (!answer.body) return answer;
  let bytes = 0;
  const counted = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        bytes += part.byteLength;
        if (bytes > limit) controller.error(new Error(`The answer is longer than ${limit} bytes.`));
        else controller.enqueue(part);
      },
    }),
  );
  const { status, statusText, headers } = answer;
  return new Response(counted, { status, statusText, headers: Object.fromEntries(headers) });
}
