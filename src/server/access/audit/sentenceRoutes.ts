import { listOf, type Caller } from '#resource';
import type { Route } from '../../http/route.ts';
import { idsOf } from '../../table/actions/input.ts';
import type { Gate } from '../../table/gate.ts';
import type { Messages } from '../../shared/messages.ts';
import { sentencesOf, type SentencePart } from './sentences.ts';

/** Entries whose sentences one request may ask for: those of the longest page. */
const most = 200;

interface Parts {
  readonly gate: Gate;
  readonly messages: Messages;
}

/** What entries of the activity log tell, for who may list them: their rows say it in words. */
export const sentenceRoutes = (parts: Parts): Route[] => [
  {
    method: 'GET',
    url: '/admin/auth.adminLog/sentences',
    node: 'auth/adminLog/index',
    async handler({ caller, query }) {
      const ids = idsOf(parts.gate.modelOf('admin_log'), listOf(query['ids'] ?? []), most);
      const seen = await parts.gate.rows('admin_log', caller).list({ id: { in: ids } });
      const told = await sentencesOfIds(
        parts,
        caller,
        seen.map(({ id }) => id),
      );
      return { list: [...told].map(([id, sentence]) => ({ id, sentence })) };
    },
  },
];

/** The same of entries that the reader is known to see. */
export async function sentencesOfIds(
  parts: Parts,
  reader: Caller,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly SentencePart[]>> {
  if (ids.length === 0) return new Map();
  // Nobody but the server reads the facts: they are told as far as the reader may read what they are about.
  return sentencesOf(parts, reader, await parts.gate.rows('admin_log').list({ id: { in: [...ids] } }));
}
