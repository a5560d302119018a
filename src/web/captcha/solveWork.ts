import { sha256 } from '@noble/hashes/sha2.js';

/** Hashes between two reports. */
const stride = 2 ** 15;

/**
 * Finds the number whose hash together with the challenge begins with so many zero bits; takes seconds. Each try is as likely as
 * any other, so what is reported is how likely it was to be found by now: from 0 to 1.
 */
export function solveWork(id: string, bits: number, report: (share: number) => void = () => {}): string {
  const encoder = new TextEncoder();
  // The hash of the beginning, which is the same for every number.
  const begun = sha256.create().update(encoder.encode(`${id}.`));
  for (let solution = 0; ; solution += 1) {
    if (solution % stride === 0) report(1 - Math.exp(-solution / 2 ** bits));
    const [one = 0, two = 0, three = 0, four = 0] = begun
      .clone()
      .update(encoder.encode(String(solution)))
      .digest();
    if (Math.clz32((one << 24) | (two << 16) | (three << 8) | four) >= bits) return String(solution);
  }
}
