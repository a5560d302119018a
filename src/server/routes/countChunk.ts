import { collectYoung } from '../shared/collectGarbage.ts';

/**
 * Bytes of chunks that may lie about. Each is a buffer of its own; from 16 MB of them on, dead ones too, V8 looks through its
 * whole heap, which for a body of 1 GB took 40 to 60 times a twentieth of a second, more than all else that is done with it.
 */
const most = 4_194_304;

let arrived = 0;

/** To be told of every chunk of a streamed body, so that the buffers of those before it are freed in time. */
export function countChunk({ length }: Uint8Array): void {
  arrived += length;
  if (arrived < most) return;
  arrived = 0;
  collectYoung();
}
