import { known } from './known.ts';
import { assertShape, callback, count, flag, label, object, oneOf, text, type Shape } from './shape.ts';

const body = object({ as: oneOf('json', 'multipart', 'stream'), limit: count, leastRate: count, parts: count }, [
  'limit',
]);
const rateLimit = object({ max: count, timeWindow: count }, ['max', 'timeWindow']);
const shapes: Readonly<Record<string, Shape>> = {
  method: oneOf('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
  url: text,
  root: flag,
  realm: text,
  realmOptional: flag,
  refusesStaleTokens: flag,
  node: text,
  ownAccount: flag,
  readOnly: flag,
  title: label,
  body,
  timeout: count,
  rateLimit,
  visitors: flag,
  signed: flag,
  tokenInQuery: flag,
  bearer: callback,
  errorHandler: callback,
  handler: callback,
};
const route = object(shapes, ['method', 'url', 'node', 'handler']);
/** Below the root these are the server's own: the API, files, the pages of the product. */
const ownRoots = ['api', 'assets', 'config.json', 'index', 'admin', 'user', 'chat', '401', '404'];

interface Checked {
  readonly method: string;
  readonly url: string;
  readonly root?: boolean;
  readonly body?: { readonly as?: string; readonly parts?: number };
  readonly node?: string;
  readonly realm?: string;
  readonly realmOptional?: boolean;
  readonly refusesStaleTokens?: boolean;
  readonly visitors?: boolean;
  readonly signed?: boolean;
  readonly tokenInQuery?: boolean;
  readonly ownAccount?: boolean;
}

/** Throws when what a plugin has in `routes` can be no route, with what to write instead. */
export function checkRoute(given: unknown): void {
  assertShape(route, given);
  known(Object.keys(given as object), Object.keys(shapes), 'a route');
  const { body: wanted } = given as Checked;
  if (wanted) known(Object.keys(wanted), ['as', 'limit', 'leastRate', 'parts'], 'body of a route');
  checkAddress(given as Checked);
  checkMethod(given as Checked);
  const { visitors, node, realm, realmOptional, refusesStaleTokens, ownAccount } = given as Checked;
  if (ownAccount && node === 'everyone')
    throw new Error(`ownAccount: who is not signed in has none. Say another node, or take ownAccount away.`);
  if (realmOptional && (node !== 'everyone' || realm === undefined))
    throw new Error(`realmOptional: only for a route for everyone with a realm. Say both, or take realmOptional away.`);
  if (refusesStaleTokens && node !== 'everyone')
    throw new Error(`refusesStaleTokens: this route does so anyway, since it is not for everyone. Take it away.`);
  if (visitors && node !== 'everyone')
    throw new Error(`visitors: only a route for everyone has any. Say node: 'everyone', or take visitors away.`);
}

function checkAddress({ url, root }: Checked): void {
  const last = '(?:/(?:[\\w.~-]+|:[a-zA-Z]\\w*|\\*))';
  if (!new RegExp(`^(?:/(?:[\\w.~-]+|:[a-zA-Z]\\w*))*${last}$`).test(url))
    throw new Error(
      `url "${url}" must begin with "/", of parts such as report, :id, or * at the end, without a query.`,
    );
  if (!root) return;
  const [, first = ''] = url.split('/');
  if (!/^[\w.~-]+$/.test(first) || ownRoots.includes(first.toLowerCase()))
    throw new Error(
      `url "${url}": "/${first}" is the server's own. Begin with a word of your own, such as "/v1", or leave out root: true.`,
    );
}

function checkMethod({ method, body: wanted, signed, tokenInQuery }: Checked): void {
  const isRead = method === 'GET' || method === 'HEAD';
  if ((isRead || method === 'OPTIONS') && wanted)
    throw new Error(`body: a ${method} request has none. Take the option away, or use POST, PUT or PATCH.`);
  if (wanted?.parts !== undefined && wanted.as !== 'multipart')
    throw new Error("body: parts are counted where they are read: add as: 'multipart', or take parts away.");
  if (isRead) return;
  if (signed) throw new Error(`signed: only GET and HEAD go by an address alone. Use a token for ${method}.`);
  if (tokenInQuery)
    throw new Error(`tokenInQuery: only GET and HEAD take a token there. Whoever sends ${method} can send headers.`);
}
