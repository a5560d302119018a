import type { ListRow } from './listRow.ts';

/** What the list of attachments says of a file, as far as the caller may read it. */
export interface AttachmentRow extends ListRow {
  readonly name: string;
  readonly url: string;
  readonly size: number;
  readonly mimetype: string;
  readonly suffix: string;
  readonly quote: number;
}

/** As the views of files want it. */
export const storedFile = ({ url, name, mimetype, ...row }: AttachmentRow) => ({
  address: url,
  name,
  type: mimetype,
  isPrivate: Boolean(row['is_private']),
  version: (row['last_upload_time'] as number | null | undefined) ?? undefined,
});

export const attachments = 'routine/attachment';
