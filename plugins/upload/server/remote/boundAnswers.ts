import { pipeline, Readable, Transform } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';

/** Bytes of an answer that is no file: a list of a thousand names has far fewer. */
const most = 4_194_304;

/** Ends answers that are read as a whole and do not come to an end, such as those of a broken gateway; files have limits of their own. */
export function boundAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (given) => {
        const result = await next(given);
        const response = result.response as { statusCode?: number; body?: unknown };
        const isFile = commandName === 'GetObjectCommand' && (response.statusCode ?? 0) < 300;
        if (!isFile && response.body instanceof Readable) response.body = bounded(response.body);
        return result;
      },
    { step: 'deserialize', priority: 'low', name: 'boundAnswers' },
  );
}

function bounded(body: Readable): Readable {
  let size = 0;
  const counting = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      size += chunk.length;
      if (size > most) done(new Error(`the answer has more than ${most} bytes`));
      else done(null, chunk);
    },
  });
  // Whoever reads it is told what has failed.
  return pipeline(body, counting, () => {});
}
