import { f, table, type RowOf } from '#resource';

/** An upload in parts, until it is ended or has expired; what lies in its parts is in its storage. */
const unfinished = table('unfinished_upload', {
  /** In its address. */
  uuid: f.text({ required: true, max: 36, unique: true }),
  realm: f.text({ required: true, max: 50 }),
  owner_id: f.int({ required: true, index: true }),
  name: f.text({ required: true, max: 100 }),
  /** As the client names it. */
  type: f.text({ max: 255 }),
  /** Bytes of the whole. */
  size: f.int({ required: true }),
  topic: f.text({ max: 100 }),
  for_table: f.text({ max: 100 }),
  for_field: f.text({ max: 100 }),
  sha1: f.text({ max: 40 }),
  storage: f.enum({ local: 'local', s3: 's3' }, { required: true }),
  /** Who writes to it now, and how often they have said that they still do. */
  holder: f.text({ max: 36 }),
  beat: f.int({}),
  /** Unix seconds. */
  expires: f.int({ required: true, index: true }),
  /** What has become of it. */
  attachment_id: f.int({}),
});

declare module '#resource' {
  interface Tables {
    unfinished_upload: typeof unfinished;
  }
}

export type UnfinishedRow = RowOf<typeof unfinished>;

export const unfinishedResource = unfinished.resource({ page: false, dropped: ['held_until'] });
