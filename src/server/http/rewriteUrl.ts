import type { IncomingHttpHeaders } from 'node:http';

/** The base path (specification §7). */
const base = '/api';

/**
 * The one address of a call. Clients with an empty base path ask for `/admin/Index/index`, those that put the base before
 * every path for `/api/api/user/index`; a page that the browser opens by itself stays a page.
 */
export function rewriteUrl(url: string, headers: IncomingHttpHeaders): string {
  const path = withoutOrigin(url);
  if (/^\/api\/api(?=\/)/i.test(path)) return path.slice(base.length);
  if (/^\/api\/config\.json(?=\?|$)/.test(path)) return path.slice(base.length);
  if (/^\/admin\/[^/?]+\/[^/?]+/.test(path) && isCall(path, headers)) return base + path;
  return isReadable(path) || isBelowApi(path) ? path : nowhere;
}

/** An address that no route has; the page that is opened there says so. */
const nowhere = '/%25';

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path.split('?')[0]!);
    return true;
  } catch {
    return false;
  }
}

/** Whether no page can be there. */
export const isBelowApi = (path: string): boolean => /^\/+(?:api|assets)(?:\/|\?|$)/i.test(path);

/** `GET http://host/path` is a legal way to ask; whose host it names does not matter. */
function withoutOrigin(url: string): string {
  const match = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(.*)$/i.exec(url);
  if (!match) return url.startsWith('/') ? url : `/${url}`;
  return match[1]!.startsWith('/') ? match[1]! : `/${match[1]}`;
}

/** Calls carry the header or the parameter `server`; a browser that opens a page asks for HTML. */
const isCall = (path: string, headers: IncomingHttpHeaders): boolean =>
  isNamedCall(path, headers) || !headers.accept?.includes('text/html');

/** Whether it says by itself that it is one. */
export const isNamedCall = (path: string, { server }: IncomingHttpHeaders): boolean =>
  server !== undefined || /[?&]server=/.test(path);
