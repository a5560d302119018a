import { job, type PluginRequest, type PluginRoute } from '#plugin';
import { attachmentAnswer } from '../attachmentAnswer.ts';
import type { Bucket } from '../remote/bucket.ts';
import type { Contribution, UploadParts } from '../uploadParts.ts';
import { nameIn } from '../uploadRules.ts';
import { DirectUploads, type SaidFile } from './directUploads.ts';
import { issuedResource } from './issued.ts';

/** Milliseconds in which the largest file is read from the bucket. */
const reading = 600_000;

/** Browsers send files to the bucket themselves when the mode is not `local` (specification §7). */
export function direct(parts: UploadParts, bucket: () => Promise<Bucket>): Contribution {
  const uploads = new DirectUploads(parts, bucket);
  const clear = job({
    name: 'clear-issued',
    schedule: '37 * * * *',
    timeLimit: 3600,
    run: ({ signal }) => uploads.clear(signal),
  });
  return {
    resources: [issuedResource],
    jobs: [clear],
    routes: [...routesOf(parts, uploads, '/admin', 'admin'), ...routesOf(parts, uploads, '', 'member')],
  };
}

function routesOf(parts: UploadParts, uploads: DirectUploads, base: string, realm: string): PluginRoute[] {
  const title = { 'zh-cn': '上传文件', en: 'Upload a file' };
  const common = {
    method: 'POST',
    realm,
    node: 'signed-in',
    title,
    rateLimit: { max: 300, timeWindow: 60_000 },
  } as const;
  return [
    {
      ...common,
      url: `${base}/ajax/uploadPolicy`,
      handler: ({ body, caller }) => {
        const text = textIn(body);
        const place = { topic: text('topic'), table: nameIn(text('table')), field: nameIn(text('field')) };
        return uploads.issue(saidFile(body), place, caller);
      },
    },
    {
      ...common,
      url: `${base}/Alioss/callback`,
      timeout: reading,
      handler: async ({ body, caller }) =>
        attachmentAnswer(parts, await uploads.callback(textIn(body)('url'), saidFile(body), caller)),
    },
  ];
}

const textIn =
  (body: PluginRequest['body']) =>
  (name: string): string =>
    typeof body[name] === 'string' ? body[name].slice(0, 1000) : '';

function saidFile(body: PluginRequest['body']): SaidFile {
  const text = textIn(body);
  const { size: given } = body;
  const size = typeof given === 'object' ? 0 : Number(given);
  return {
    name: text('name'),
    size: Number.isSafeInteger(size) && size > 0 ? size : 0,
    type: text('type').slice(0, 255),
    sha1: text('sha1').toLowerCase(),
  };
}
