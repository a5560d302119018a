import type { FileTarget } from '#web';

/** `data.file` of the answer to an upload (specification §3). */
export interface UploadedFile {
  readonly id: number;
  readonly url: string;
  readonly full_url: string;
  readonly name: string;
  readonly size: number;
  readonly mimetype: string;
}
export interface UploadAnswer {
  readonly file: UploadedFile;
}

export interface SendTarget extends FileTarget {
  readonly topic: string | undefined;
  /** What the addresses of calls begin with: `/admin`, or nothing for members. */
  readonly base: string;
}

/** One way in which a file gets to where it is kept. */
export type Sender = (file: File, target: SendTarget) => Promise<UploadAnswer>;

/** What the server is told of where the file goes. */
export const placeOf = ({ table, field, topic }: SendTarget): Record<string, string> => ({
  ...(topic !== undefined && { topic }),
  ...(table !== undefined && { table, field: field.name }),
});
