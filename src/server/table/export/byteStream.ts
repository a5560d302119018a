import { Problem } from '#resource';
import { patience } from '../../database/snapshot.ts';

interface Ending {
  /** Called once, however it ends. */
  close(): Promise<void>;
  /** What it broke by, where that is no refusal. */
  failed(error: unknown): void;
}

/**
 * The bytes as they are asked for. Who reads no further for a minute, or goes away, ends it: what runs for it then is ended
 * too.
 */
export function byteStream(bytes: AsyncGenerator<Uint8Array>, { close, failed }: Ending): ReadableStream<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const end = async (): Promise<void> => {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(timer);
    await close();
    await bytes.return(undefined).catch(() => {});
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(timer);
        try {
          const next = await bytes.next();
          if (isEnded) return;
          if (next.done) {
            await end();
            controller.close();
            return;
          }
          controller.enqueue(next.value);
          timer = setTimeout(() => {
            controller.error(new Error('What was sent is not read.'));
            void end();
          }, patience).unref();
        } catch (error) {
          if (isEnded) return;
          await end();
          controller.error(error);
          if (!(error instanceof Problem)) failed(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
