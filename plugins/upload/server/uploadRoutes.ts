import type { PluginRequest, PluginRoute } from '#plugin';
import type { RealmName } from '#resource';
import { attachmentAnswer, type AttachmentAnswer } from './attachmentAnswer.ts';
import { withFormFile, type FormFile } from './formFile.ts';
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
    handler: (request) => withFormFile(request, (file) => receive(parts, request, file)),
  });
  return { routes: [route('/admin', 'admin'), route('', 'member')] };
}

async function receive(
  parts: UploadParts,
  { caller, signal }: PluginRequest,
  { fields, body, ...file }: FormFile,
): Promise<AttachmentAnswer> {
  const [table, field] = [fields.get('table'), fields.get('field')];
  const row = await keepFile(parts, body, {
    ...file,
    // It may come behind the file.
    get topic() {
      return fields.get('topic');
    },
    owner: { realm: caller.realm as RealmName, id: caller.id },
    ...(table !== undefined && field !== undefined && { field: { table, field } }),
    sha1: fields.get('sha1'),
    caller,
    signal,
  });
  return attachmentAnswer(parts, row);
}
