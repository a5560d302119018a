import { Problem, sizeText, type Caller } from '#resource';
import type { UploadParts } from './uploadParts.ts';

const hour = 3600;
const day = 24 * hour;

/**
 * Refuses a file that would bring what a member has uploaded within a day beyond what the settings allow. What comes at the
 * same moment is not counted: so many files more than that may get in.
 */
export async function assertWithinDay(
  { host }: UploadParts,
  { realm, id }: Pick<Caller, 'realm' | 'id'>,
  size: number,
): Promise<void> {
  if (realm === 'admin') return;
  const { upload_member_daily: limit } = await host.settings('upload');
  if (limit === 0) return;
  // By whole hours, so that the same sum is worked out once as long as nobody uploads anything.
  const now = Math.ceil((host.now() + 1) / hour) * hour;
  const [uploaded] = await host.perDay('attachment', host.system, {
    starts: [now - day, now],
    where: { user_id: id },
    sum: 'size',
  });
  if (uploaded! + size > limit) throw new Problem('upload:check.day', { limit: sizeText(limit) });
}
