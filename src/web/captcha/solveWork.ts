import { sha256 } from '@noble/hashes/sha2.js';

/** Finds the number whose hash together with the challenge begins with so many zero bits; takes seconds. */
export function solveWork(id: string, bits: number): string {
  const encoder = new TextEncoder();
  // The hash of the beginning, which is the same for every number.
  const begun = sha256.create().update(encoder.encode(`${id}.`));
  for (let solution = 0; ; solution += 1) {
    const [one = 0, two = 0, three = 0, four = 0] = begun
      .clone()
      .update(encoder.encode(String(solution)))
      .digest();
    if (Math.clz32((one << 24) | (two << 16) | (three << 8) | four) >= bits) return String(solution);
  }
}
