import type { RowOf } from '#resource';
import type { attachment } from './attachment.ts';
import type { UploadParts } from './uploadParts.ts';

export type AttachmentRow = RowOf<typeof attachment>;

/** `data` of the answer to an upload (specification §3). */
export interface AttachmentAnswer {
  readonly file: Readonly<Record<string, string | number | null>>;
}

/** What who has uploaded a file is told of it. */
export async function attachmentAnswer({ host }: UploadParts, row: AttachmentRow): Promise<AttachmentAnswer> {
  const { upload_cdn: cdn } = await host.settings('upload');
  const { id, topic, url, name, size, mimetype, suffix, sha1, storage, width, height, admin_id, last_upload_time } =
    row;
  return {
    file: {
      id,
      topic,
      url,
      full_url: row.is_private ? url : `${cdn?.replace(/\/+$/, '') ?? ''}${url}`,
      name,
      size,
      mimetype,
      suffix,
      sha1,
      storage,
      width,
      height,
      admin_id,
      last_upload_time,
      lastuploadtime: last_upload_time,
    },
  };
}
