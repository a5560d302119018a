import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { MultipartFile } from '@fastify/multipart';
import { Problem } from '#resource';
import type { Part, RouteBody } from '#plugin';
import { countChunk } from './countChunk.ts';

/** Parts, unless the route says otherwise. */
const usualParts = 100;
/** Bytes of the value of one field, and characters of a name. */
const fieldSize = 65_536;
const nameSize = 200;

/** The parts of a multipart body as they arrive. Whatever is wrong with it is a `Problem`. */
export async function* partsOf(
  request: FastifyRequest,
  { limit, parts = usualParts }: RouteBody,
): AsyncGenerator<Part> {
  countBytes(request, limit);
  const limits = { fileSize: limit, parts, fields: parts, files: parts, fieldSize };
  try {
    for await (const part of request.parts({ limits })) {
      // The library reads a file of no name, and keeps to a limit of names in forms of another type only.
      if ((part.fieldname as string | undefined) === undefined) throw problemOf(400);
      if (part.fieldname.length > nameSize) throw problemOf(413);
      if (part.type === 'field') {
        if (part.valueTruncated) throw problemOf(413);
        yield { type: 'field', fieldname: part.fieldname, value: textOf(part.value) };
      } else {
        yield fileOf(part);
        // What the handler has left.
        if (!part.file.readableEnded) part.file.resume();
      }
    }
  } catch (error) {
    throw clientProblem(request, error);
  }
}

/** The library knows the size of each part only. */
function countBytes({ raw }: FastifyRequest, limit: number): void {
  let left = limit;
  const count = (chunk: Buffer): void => {
    countChunk(chunk);
    left -= chunk.length;
    if (left >= 0) return;
    raw.off('data', count);
    raw.emit('error', problemOf(413));
  };
  raw.on('data', count);
}

function fileOf({ fieldname, filename, mimetype, file }: MultipartFile): Part {
  // The library ends a file that is too large as if that were all of it.
  file.once('limit', () => file.destroy(problemOf(413)));
  return { type: 'file', fieldname, filename, mimetype, file: file as Readable };
}

/** A part that says that it is JSON is read as such by the library. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const problemOf = (status: number): Problem =>
  new Problem(status === 413 ? 'server:tooLarge' : 'server:badRequest', {}, { status });

/** What is wrong with a body is the client's doing, whoever has noticed it; any other error is left as it is. */
export function clientProblem({ raw }: FastifyRequest, error: unknown): unknown {
  const { statusCode, code, message } = (error ?? {}) as { statusCode?: number; code?: unknown; message?: unknown };
  if (typeof code === 'string' && code.startsWith('FST_')) return problemOf(statusCode === 413 ? 413 : 400);
  const isBroken = /^(?:Part terminated early|Unexpected end of|Multipart: |Malformed |The needle )/.test(
    String(message),
  );
  const isGone = raw.destroyed && !raw.complete;
  return isBroken || (isGone && !(error instanceof Problem)) ? problemOf(400) : error;
}
