import { file, type FileAnswer, type PluginRequest } from '#plugin';
import { Problem } from '#resource';
import type { AttachmentRow } from './attachmentAnswer.ts';
import { servedType } from './sniff.ts';
import { thumbnail, thumbnailWidth } from './thumbnails.ts';
import type { Contribution, UploadParts } from './uploadParts.ts';

/** Seconds that browsers keep a public file: a day, since a file that is replaced keeps its address. */
const publicAge = 86_400;

/** `GET /storage/*`: public files by the address that forms hold. */
export function publicFiles(parts: UploadParts): Contribution {
  return {
    routes: [
      {
        method: 'GET',
        url: '/storage/*',
        root: true,
        node: 'everyone',
        handler: async ({ params, query }) => {
          const row = await publicRow(parts, `/storage/${params['*'] ?? ''}`);
          return answerOf(parts, row, query['thumb'], publicAge);
        },
      },
    ],
  };
}

/** Addresses as `fillSavename` makes them; nothing else is asked of the database. */
const address = /^\/[\p{L}\p{M}\p{N}_./-]{1,499}$/u;

async function publicRow({ host }: UploadParts, url: string): Promise<AttachmentRow> {
  if (!url.isWellFormed() || !address.test(url)) throw missing();
  const [row] = await host.rows('attachment', host.system).list({ url, is_private: 0 }, { limit: 1 });
  if (!row) throw missing();
  return row;
}

export const missing = (): Problem => new Problem('server:notFound', {}, { status: 404 });

/** The file of a row, or a thumbnail of it: shown when it can run nothing, saved otherwise. */
export async function answerOf(
  parts: UploadParts,
  row: AttachmentRow,
  thumb: PluginRequest['query'][string],
  maxAge: number,
): Promise<FileAnswer> {
  if (thumb !== undefined) {
    const bytes = await thumbnail(parts, row, thumbnailWidth(thumb));
    return file(
      {
        size: bytes.length,
        etag: `${row.sha1}-${String(thumb)}`,
        read: async function* ({ start, end }) {
          yield bytes.subarray(start, end + 1);
        },
      },
      { name: `${row.name}.webp`, type: 'image/webp', inline: true, maxAge },
    );
  }
  const place = await parts.storages.of(row.storage!);
  const stored = await place.head(row.key!);
  if (!stored) throw missing();
  return file(
    {
      ...stored,
      etag: row.sha1!,
      read: async (range) => {
        const found = await place.get(row.key!, range);
        if (!found) throw missing();
        return found.body;
      },
    },
    { name: row.name, type: servedType(row.mimetype!), inline: true, maxAge },
  );
}
