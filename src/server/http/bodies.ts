import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#resource';
import { parseJson, UnreadableBody } from './parseJson.ts';
import { parseQueryString, unreadable } from './parseQueryString.ts';

/** Bodies are JSON, or urlencoded by the rules of query strings, in UTF-8. Nothing else is read. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const readable = { parseAs: 'buffer' } as const;
  app.addContentTypeParser('application/json', readable, async (request: FastifyRequest, body: Buffer) =>
    parseJson(textOf(request, body)),
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    readable,
    async (request: FastifyRequest, body: Buffer) => {
      const parsed = parseQueryString(textOf(request, body));
      if (parsed[unreadable]) throw new UnreadableBody('over a limit');
      return parsed;
    },
  );
}

const charset = /;\s*charset\s*=\s*"?([^";\s]*)/gi;

/** Bytes that are no text are refused, not replaced; so is a text that claims to be written in another charset. */
function textOf({ headers: { 'content-type': type = '' } }: FastifyRequest, body: Buffer): string {
  for (const [, name] of type.matchAll(charset))
    if (!/^utf-?8$/i.test(name!)) throw new Problem('server:wrongType', {}, { status: 415 });
  if (!isUtf8(body)) throw new UnreadableBody('no UTF-8');
  return body.toString();
}
