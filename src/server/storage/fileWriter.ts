import type { FileHandle } from 'node:fs/promises';

/** Bytes that wait in memory while the system takes those before them. */
const waitingSize = 1_048_576;
/** Bytes after which what was written is sent to the disk. */
const flushSize = 33_554_432;

/** Writes a file in the order of its pieces, while the next ones arrive. */
export interface FileWriter {
  /** Resolves when another piece may come. A piece must not be changed afterwards. */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** Resolves when the system has taken all of it. */
  end(): Promise<void>;
}

/** Writes in large steps, and sends what it has written to the disk on the way, so that little is left to wait for at the end. */
export function fileWriter(file: FileHandle): FileWriter {
  const flush = flusherOf(file);
  let waiting: Uint8Array[] = [];
  let waits = 0;
  let running: Promise<void> | undefined;
  let failure: Error | undefined;

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const chunks = waiting;
      const size = waits;
      waiting = [];
      waits = 0;
      await writeAll(file, chunks);
      flush.written(size);
    }
  }
  async function settled(): Promise<void> {
    await running;
    if (failure) throw failure;
  }
  return {
    write(chunk) {
      waiting.push(chunk);
      waits += chunk.length;
      running ??= writeWaiting()
        .catch((error: Error) => void (failure ??= error))
        .finally(() => (running = undefined));
      return failure !== undefined || waits >= waitingSize ? settled() : undefined;
    },
    async end() {
      try {
        await settled();
      } finally {
        await flush.ended();
      }
    },
  };
}

/** The system may take less than it is given. */
async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  let left = [...chunks];
  while (left.length > 0) {
    let { bytesWritten } = await file.writev(left);
    const next = left.findIndex((chunk) => {
      if (bytesWritten < chunk.length) return true;
      bytesWritten -= chunk.length;
      return false;
    });
    left = next < 0 ? [] : [left[next]!.subarray(bytesWritten), ...left.slice(next + 1)];
  }
}

function flusherOf(file: FileHandle): { written(size: number): void; ended(): Promise<void> } {
  let unflushed = 0;
  let running: Promise<void> | undefined;
  let failure: Error | undefined;
  return {
    written(size) {
      unflushed += size;
      if (running || unflushed < flushSize) return;
      unflushed = 0;
      running = file
        .datasync()
        // The system tells of a failure once: whoever asks at the end has to be told of it, too.
        .catch((error: Error) => void (failure ??= error))
        .finally(() => (running = undefined));
    },
    async ended() {
      await running;
      if (failure) throw failure;
    },
  };
}
