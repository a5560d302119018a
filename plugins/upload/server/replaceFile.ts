import type { PluginRequest } from '#plugin';
import { Code, Problem, type Caller, type RealmName } from '#resource';
import { attachmentAnswer, type AttachmentAnswer, type AttachmentRow } from './attachmentAnswer.ts';
import { withFormFile, type FormFile } from './formFile.ts';
import { isOwner } from './isOwner.ts';
import { keepBytes, type StoredBytes } from './keepFile.ts';
import { removeStored } from './removeFile.ts';
import { removeUnnamed } from './removeUnnamed.ts';
import { safeSuffix } from './sniff.ts';
import type { Contribution, UploadParts } from './uploadParts.ts';
import { largestBody } from './uploadRoutes.ts';
import { rulesFor } from './uploadRules.ts';

/** `POST /admin/routine.attachment/replace`: another content at the same address, for all that use it. */
export const replacedFiles = (parts: UploadParts): Contribution => ({
  routes: [
    {
      method: 'POST',
      url: '/admin/routine.attachment/replace',
      node: 'routine/attachment/edit',
      title: { 'zh-cn': '附件-替换文件', en: 'Attachments-Replace a file' },
      body: { as: 'multipart', limit: largestBody, leastRate: 1000, parts: 20 },
      handler: (request) => withFormFile(request, (file) => replace(parts, request, file)),
    },
  ],
});

async function replace(
  parts: UploadParts,
  { caller, signal }: PluginRequest,
  { fields, body, ...file }: FormFile,
): Promise<AttachmentAnswer> {
  const row = await replaceable(parts, caller, Number(fields.get('id')));
  const rules = { ...(await rulesFor(parts)), isPrivate: Boolean(row.is_private) };
  const owner = { realm: caller.realm as RealmName, id: caller.id };
  return replaceContent(parts, caller, row, await keepBytes(parts, body, { ...file, signal, owner }, rules));
}

/** The row, when the caller may read it and has uploaded it: what rows of other tables show is not for everybody to change. */
async function replaceable({ host }: UploadParts, caller: Caller, id: number): Promise<AttachmentRow> {
  const isSeen = Number.isSafeInteger(id) && (await host.rows('attachment', caller).get(id)) !== undefined;
  const row = isSeen ? await host.rows('attachment', host.system).get(id) : undefined;
  if (!row) throw new Problem('rows:notFound');
  if (!isOwner(caller, row)) throw new Problem('upload:attachment.onlyOwn', {}, { code: Code.forbidden });
  return row;
}

const storedSuffix = ({ mimetype, suffix }: { mimetype: string | null; suffix: string | null }): string =>
  safeSuffix({ type: mimetype ?? '', suffix: suffix ?? '', suffixes: [] });

async function replaceContent(
  parts: UploadParts,
  caller: Caller,
  row: AttachmentRow,
  { stored, facts: { isPrivate: _isPrivate, name: _name, ...facts } }: StoredBytes,
): Promise<AttachmentAnswer> {
  const { host } = parts;
  const change = async () => {
    // The address says what the file is.
    if (storedSuffix(facts) !== storedSuffix(row))
      throw new Problem('upload:attachment.otherKind', { suffix: row.suffix });
    return host.transaction(caller, async ({ rows, now }) => {
      // As the caller: whoever may not change the row gets no further.
      await rows('attachment').lock(row.id);
      const files = rows('attachment', host.system);
      const [old] = await files.list({ id: row.id });
      // Addresses of earlier versions may lead to another file, too: nobody could say which of them is served.
      if ((await files.count({ url: row.url })) > 1) throw new Problem('upload:attachment.fixed');
      const size = { width: facts.width ?? null, height: facts.height ?? null };
      const content = { ...stored, ...facts, ...size, identity: `replaced ${crypto.randomUUID()}` };
      const next = await files.edit(row.id, { ...content, last_upload_time: now });
      return { old: old!, next };
    });
  };
  const { old, next } = await change().catch(async (error: unknown) => {
    await removeUnnamed(parts, { storage: stored.storage, key: stored.key }, error);
    throw error;
  });
  // What cannot be removed now, the nightly job removes.
  await removeStored(parts, { storage: old.storage!, key: old.key! }).catch((error: Error) =>
    host.log(`the replaced file ${old.key} is still there: ${error.message}`),
  );
  return attachmentAnswer(parts, next);
}
