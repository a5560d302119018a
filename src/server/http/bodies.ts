import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { parseJson, UnreadableBody } from './parseJson.ts';
import { parseQueryString, unreadable } from './parseQueryString.ts';

/** Bodies are JSON, or urlencoded by the rules of query strings. Nothing else is read. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const readable = { parseAs: 'buffer' } as const;
  app.addContentTypeParser('application/json', readable, async (_request: unknown, body: Buffer) =>
    parseJson(textOf(body)),
  );
  app.addContentTypeParser('application/x-www-form-urlencoded', readable, async (_request: unknown, body: Buffer) => {
    const parsed = parseQueryString(textOf(body));
    if (parsed[unreadable]) throw new UnreadableBody('over a limit');
    return parsed;
  });
}

/** Bytes that are no text are refused, not replaced. */
function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new UnreadableBody('no UTF-8');
  return body.toString();
}
