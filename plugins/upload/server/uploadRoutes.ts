import type { PluginRequest, PluginRoute } from '#plugin';
import { Problem, type RealmName } from '#resource';
import { attachmentAnswer, type AttachmentAnswer } from './attachmentAnswer.ts';
import { keepFile } from './keepFile.ts';
import { largestFile } from './settings.ts';
import type { Contribution, UploadParts } from './uploadParts.ts';

/** Bytes that no setting goes beyond, and those of the fields beside the file. */
export const largestBody = largestFile + 1_048_576;

/** `POST …/ajax/upload`: a form with the file, for administrators and, when a plugin brings them, for members. */
export function uploadRoutes(parts: UploadParts): Contribution {
  const route = (base: string, realm: RealmName | 'member'): PluginRoute => ({
    method: 'POST',
    url: `${base}/ajax/upload`,
    realm,
    node: 'signed-in',
    title: { 'zh-cn': '上传文件', en: 'Upload a file' },
    body: { as: 'multipart', limit: largestBody, leastRate: 1000, parts: 20 },
    handler: (request) => receive(parts, request),
  });
  return { routes: [route('/admin', 'admin'), route('', 'member')] };
}

async function receive(parts: UploadParts, request: PluginRequest): Promise<AttachmentAnswer> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(request.query)) if (typeof value === 'string') fields.set(name, value);
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields.set(part.fieldname, part.value);
      continue;
    }
    if (part.fieldname !== 'file') continue;
    const [table, field] = [fields.get('table'), fields.get('field')];
    const row = await keepFile(parts, part.file, {
      name: part.filename ?? '',
      declaredType: part.mimetype,
      topic: fields.get('topic'),
      owner: { realm: request.caller.realm as RealmName, id: request.caller.id },
      ...(table !== undefined && field !== undefined && { field: { table, field } }),
      sha1: fields.get('sha1'),
      caller: request.caller,
      signal: request.signal,
    });
    return attachmentAnswer(parts, row);
  }
  throw new Problem('upload:check.noFile');
}
