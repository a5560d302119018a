import type { PluginRequest } from '#plugin';
import { Code, Problem, type Caller } from '#resource';
import type { AttachmentRow } from './attachmentAnswer.ts';
import { isOwner } from './isOwner.ts';
import type { Contribution, UploadParts } from './uploadParts.ts';

/** Attachments in one call. */
const most = 1000;

/**
 * `POST /admin/routine.attachment/delUsed` `{ ids, uses }`: deletes files that rows use, for who has been told of `uses` places.
 * When there are more by now, nothing is deleted. The rows keep an address that leads nowhere.
 */
export const deletedUsed = (parts: UploadParts): Contribution => ({
  routes: [
    {
      method: 'POST',
      url: '/admin/routine.attachment/delUsed',
      node: 'routine/attachment/del',
      title: { 'zh-cn': '附件-删除使用中的文件', en: 'Attachments-Delete files in use' },
      handler: async ({ body, caller }: PluginRequest) => {
        const ids = attachmentIds(body['ids']);
        const known = body['uses'];
        if (typeof known !== 'number' || !Number.isSafeInteger(known)) throw badRequest();
        await deleteUsed(parts, caller, ids, known);
        return { count: ids.length };
      },
    },
  ],
});

const badRequest = (): Problem => new Problem('server:badRequest', {}, { status: 400 });

/** Ids of attachments as a body has them, each once, in their order: whoever locks them waits for nobody who waits for them. */
export function attachmentIds(given: unknown): readonly number[] {
  const isRight = Array.isArray(given) && given.length > 0 && given.length <= most && given.every(Number.isSafeInteger);
  if (!isRight) throw badRequest();
  return [...new Set(given as number[])].toSorted((one, other) => one - other);
}

async function deleteUsed({ host }: UploadParts, caller: Caller, ids: readonly number[], known: number): Promise<void> {
  await host.transaction(caller, async ({ rows }) => {
    const files = rows('attachment');
    const locked: AttachmentRow[] = [];
    for (const id of ids) locked.push(await files.lock(id));
    const uses = rows('attachment_use', host.system);
    const found = await uses.list({ attachment_id: { in: [...ids] } });
    if (found.length > known) throw new Problem('upload:attachment.inUseNow', { count: found.length });
    const used = new Set(found.map((use) => use.attachment_id));
    // What rows of other tables show is for whoever has uploaded it to take away.
    if (locked.some((row) => used.has(row.id) && !isOwner(caller, row)))
      throw new Problem('upload:attachment.onlyOwn', {}, { code: Code.forbidden });
    await uses.del(found.map(({ id }) => id));
    await files.del(ids);
  });
}
