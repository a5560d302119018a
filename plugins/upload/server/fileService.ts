import type { Caller } from '#resource';
import type { AttachmentRow } from './attachmentAnswer.ts';
import { isOwner } from './isOwner.ts';
import { readWhole } from './readWhole.ts';
import type { UploadParts } from './uploadParts.ts';

/** A file that somebody has uploaded. */
interface OwnFile {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  /** Media type, by what the content is. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

/** Uploaded files for other plugins: `host.use('files')`. */
export interface FileService {
  /** Bytes that a file may have by the settings. */
  largest(): Promise<number>;
  /** Files of these ids that the caller has uploaded; of others there are none. */
  own(caller: Caller, ids: readonly number[]): Promise<readonly OwnFile[]>;
  /** Whether the caller has uploaded the file of this address. */
  isOwn(caller: Caller, address: string): Promise<boolean>;
  /** Tells one content of a file from another; undefined when the file is gone. */
  markOf(id: number): Promise<string | undefined>;
  /** The bytes of a file that the plugin has checked itself; undefined when it is gone. */
  read(id: number): Promise<Buffer | undefined>;
}

declare module '#plugin' {
  interface Services {
    files: FileService;
  }
}

export function fileService(parts: UploadParts): FileService {
  const rows = () => parts.host.rows('attachment', parts.host.system);
  return {
    largest: async () => (await parts.host.settings('upload')).upload_maxsize,
    async own(caller, ids) {
      const found = ids.length === 0 ? [] : await rows().list({ id: { in: ids } });
      return found.filter((row) => isOwner(caller, row)).map(ownFile);
    },
    async isOwn(caller, address) {
      const found = await rows().list({ url: address }, { limit: 20 });
      return found.some((row) => isOwner(caller, row));
    },
    markOf: async (id) => (await rows().get(id))?.sha1 ?? undefined,
    async read(id) {
      const row = await rows().get(id);
      return row && readWhole(parts, row);
    },
  };
}

const ownFile = ({ id, name, url, mimetype, size }: AttachmentRow): OwnFile => ({
  id,
  name,
  url: url!,
  type: mimetype!,
  size: size!,
});
