import type { ListRow } from './listRow.ts';

/** What the list of attachments says of a file, as far as the caller may read it. */
export interface AttachmentRow extends ListRow {
  readonly name: string;
  readonly url: string;
  readonly size: number;
  readonly mimetype: string;
  readonly quote: number;
}

export const attachments = 'routine/attachment';
