import { f, table, type RowOf } from '#resource';

/** A place in the bucket that somebody may put one file into. Its row goes when the file has become an attachment, or by a job. */
const issued = table('issued_upload', {
  key: f.text({ required: true, max: 500, unique: true }),
  realm: f.text({ required: true, max: 50 }),
  owner_id: f.int({ required: true, index: true }),
  name: f.text({ required: true, max: 500 }),
  type: f.text({ max: 255 }),
  /** Bytes. */
  size: f.int({ required: true }),
  sha1: f.text({ required: true, max: 40 }),
  topic: f.text({ max: 100 }),
  for_table: f.text({ max: 100 }),
  for_field: f.text({ max: 100 }),
  /** When the callback came; there is one only. */
  claimed: f.int({ default: 0 }),
  /** Unix seconds. */
  expires: f.int({ required: true, index: true }),
});

declare module '#resource' {
  interface Tables {
    issued_upload: typeof issued;
  }
}

export type IssuedRow = RowOf<typeof issued>;

export const issuedResource = issued.resource({ page: false });
