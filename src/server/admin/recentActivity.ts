import type { Caller } from '#resource';
import { adminSignIn, adminSignOut } from '../access/adminRealm.ts';
import { sentencesOfIds } from '../access/audit/sentenceRoutes.ts';
import type { SentencePart } from '../access/audit/sentences.ts';
import type { Messages } from '../shared/messages.ts';
import type { Gate } from '../table/gate.ts';

/** Entries that the dashboard shows. */
const most = 6;

export interface RecentActivity {
  readonly id: number;
  /** Unix seconds. */
  readonly time: number;
  /** What was called; the sentence says it better where there is one. */
  readonly title: string;
  readonly sentence?: readonly SentencePart[];
}

/** What was done last, of what the caller sees of the log: the newest first, without who came and went. */
export async function recentActivity(
  parts: { readonly gate: Gate; readonly messages: Messages },
  caller: Caller,
): Promise<RecentActivity[]> {
  const entries = await parts.gate
    .rows('admin_log', caller)
    .list({ url: { notIn: [adminSignIn, adminSignOut] } }, { sort: '-id', limit: most });
  const told = await sentencesOfIds(
    parts,
    caller,
    entries.map(({ id }) => id),
  );
  return entries.map(({ id, title, create_time: time }) => {
    const sentence = told.get(id);
    return { id, time, title: title ?? '', ...(sentence && { sentence }) };
  });
}
