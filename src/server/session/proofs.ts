import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Problem, type Caller } from '#resource';
import type { WindowCounts } from '../rateLimits/windowCounts.ts';
import { sessionOf } from '../realms/currentRights.ts';

/** Seconds that a proof is good for (protocol §1.6). */
const lifetime = 600;
const shape = /^([0-9a-z]{1,9})\.([\w-]{22})\.([\w-]{43})$/;

/** Shows that somebody has just shown who they are. */
export interface Proofs {
  /** For this person, this session and this purpose. */
  issue(caller: Caller, purpose: string): Promise<string>;
  /** Throws unless it is one, and is used for the first time. */
  spend(caller: Caller, purpose: string, proof: unknown): Promise<void>;
}

/** Signed and kept nowhere; only those that were spent are remembered, in `counts`, until they would have ended. */
export function createProofs(secret: () => Promise<string>, counts: WindowCounts, now: () => number): Proofs {
  const sign = async (caller: Caller, purpose: string, body: string): Promise<string> => {
    const { number, family = '' } = sessionOf(caller)!;
    return createHmac('sha256', await secret())
      .update(JSON.stringify([caller.realm, caller.id, number, family, purpose, body]))
      .digest('base64url');
  };
  const isGood = async (caller: Caller, purpose: string, proof: unknown): Promise<boolean> => {
    const [, end, nonce, signature] = typeof proof === 'string' ? (shape.exec(proof) ?? []) : [];
    if (!end || !nonce || !signature || Number.parseInt(end, 36) <= now()) return false;
    const expected = await sign(caller, purpose, `${end}.${nonce}`);
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return false;
    return (await counts.add(`proof ${nonce}`, lifetime)).count === 1;
  };
  return {
    async issue(caller, purpose) {
      const body = `${(now() + lifetime).toString(36)}.${randomBytes(16).toString('base64url')}`;
      return `${body}.${await sign(caller, purpose, body)}`;
    },
    async spend(caller, purpose, proof) {
      if (!(await isGood(caller, purpose, proof))) throw new Problem('session:proofNeeded');
    },
  };
}
