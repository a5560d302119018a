import { Readable } from 'node:stream';
import type { Storage } from '#plugin';
import { Problem } from '#resource';
import type { AttachmentRow } from './attachmentAnswer.ts';
import { opened } from './keepFile.ts';
import { bytesOf, decoder, isPicture } from './picture.ts';
import { inPictureQueue } from './pictureQueue.ts';
import type { UploadParts } from './uploadParts.ts';

/** Pixels across that a thumbnail can have. */
const thumbnailWidths = [96, 320, 960] as const;
export type ThumbnailWidth = (typeof thumbnailWidths)[number];
/** Bytes of a picture that one is made of; what a direct upload brings may be larger. */
const largest = 67_108_864;

/** The width that somebody asks for; others are refused. */
export function thumbnailWidth(asked: unknown): ThumbnailWidth {
  const width = thumbnailWidths.find((each) => each === asked || String(each) === asked);
  if (width === undefined) throw new Problem('upload:thumb.width', {}, { status: 400 });
  return width;
}

/** Where the thumbnails of a file are. */
export const thumbnailKeys = (key: string): readonly string[] =>
  thumbnailWidths.map((width) => thumbnailKey(key, width));
const thumbnailKey = (key: string, width: ThumbnailWidth): string => `thumbs/${key}-${width}.webp`;

/** Those being made, so that many who ask at once wait for the same one. */
const making = new WeakMap<UploadParts, Map<string, Promise<Buffer>>>();

/** The picture in small: upright, the first of its frames, without anything else that the file says. Made once, then kept. */
export async function thumbnail(parts: UploadParts, row: AttachmentRow, width: ThumbnailWidth): Promise<Buffer> {
  if (!isPicture(row.mimetype!) || row.size! > largest) throw new Problem('upload:thumb.none', {}, { status: 404 });
  const place = await parts.storages.of(row.storage!);
  const key = thumbnailKey(row.key!, width);
  const kept = await place.get(key);
  if (kept) return bytesOf(kept.body);
  const mine = making.get(parts) ?? new Map<string, Promise<Buffer>>();
  making.set(parts, mine);
  const running = mine.get(key);
  if (running) return running;
  const made = make(place, row.key!, key, width).finally(() => mine.delete(key));
  mine.set(key, made);
  return made;
}

async function make(place: Storage, source: string, key: string, width: ThumbnailWidth): Promise<Buffer> {
  const small = await inPictureQueue({ kind: 'thumbnails', who: '' }, async () => {
    const bytes = await bytesOf(await opened(place, source));
    return decoder(bytes)
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
      .catch(() => {
        throw new Problem('upload:thumb.none', {}, { status: 404 });
      });
  });
  // Whether it can be kept is nothing to who asks: a full disk shows pictures all the same.
  await place
    .put(key, Readable.from([small]), { limit: small.length, type: 'image/webp', replace: true })
    .catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  return small;
}
