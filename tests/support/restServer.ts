import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';

type Item = { id: number } & Record<string, unknown>;

/** A REST server as `@refinedev/simple-rest` expects one: `_start`, `_end`, `_sort`, `_order`, filters by name, `x-total-count`. */
export interface RestServer {
  readonly address: string;
  readonly items: Item[];
  /** Headers of every request. */
  readonly heard: IncomingHttpHeaders[];
  close(): Promise<void>;
}

export async function startRestServer(items: Item[], port = 0): Promise<RestServer> {
  const heard: IncomingHttpHeaders[] = [];
  const server: Server = createServer((request, response) => {
    heard.push(request.headers);
    void answer(items, request).then(({ status, body, total }) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'access-control-allow-methods': '*',
        'access-control-expose-headers': 'x-total-count',
        ...(total === undefined ? {} : { 'x-total-count': String(total) }),
      });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as { port: number };
  return {
    address: `http://127.0.0.1:${taken}`,
    items,
    heard,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly total?: number;
}

async function answer(items: Item[], request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const id = Number(/\/(\d+)$/.exec(url.pathname)?.[1] ?? 0);
  const at = items.findIndex((item) => item.id === id);
  if (request.method === 'OPTIONS') return { status: 204, body: null };
  if (id > 0 && at < 0) return { status: 404, body: {} };
  if (request.method === 'GET') return id > 0 ? { status: 200, body: items[at] } : list(items, url.searchParams);
  if (request.method === 'DELETE') return { status: 200, body: items.splice(at, 1)[0] };
  const sent = JSON.parse(await read(request)) as Record<string, unknown>;
  if (request.method === 'POST') {
    const made = { ...sent, id: Math.max(0, ...items.map((item) => item.id)) + 1 };
    items.push(made);
    return { status: 201, body: made };
  }
  items[at] = { ...items[at]!, ...sent, id };
  return { status: 200, body: items[at] };
}

function list(items: readonly Item[], query: URLSearchParams): Answer {
  const wanted = new Set([...query.keys()].filter((name) => !name.startsWith('_')));
  const found = items.filter((item) =>
    [...wanted].every((name) => query.getAll(name).some((value) => matches(item, name, value))),
  );
  const sort = query.get('_sort');
  const sign = query.get('_order') === 'desc' ? -1 : 1;
  const sorted = sort
    ? found.toSorted((one, other) => (String(one[sort]) < String(other[sort]) ? -sign : sign))
    : found;
  return {
    status: 200,
    body: sorted.slice(Number(query.get('_start') ?? 0), Number(query.get('_end') ?? sorted.length)),
    total: found.length,
  };
}

/** `title_like` contains, `title` equals; one of several values is enough. */
function matches(item: Item, name: string, value: string): boolean {
  if (name.endsWith('_like')) return String(item[name.slice(0, -'_like'.length)]).includes(value);
  return String(item[name]) === value;
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text || '{}';
}
