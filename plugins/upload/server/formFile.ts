import type { Readable } from 'node:stream';
import type { PluginRequest } from '#plugin';
import { Problem } from '#resource';

/** The file of a form, as it arrives. */
export interface FormFile {
  readonly name: string;
  /** Media type that the client names. */
  readonly declaredType: string;
  readonly body: Readable;
  /** What stands before it in the form, and in the query; once `end` is awaited, with what may stand behind it. */
  readonly fields: ReadonlyMap<string, string>;
  /** To be awaited when the body has been read: refuses the form when something follows that would have come too late. */
  end(): Promise<void>;
}

/** What decides nothing about who may have the file, and so may stand behind it (protocol §2.4). */
const late: ReadonlySet<string> = new Set(['topic', 'driver', 'uuid']);

/** Reads a form whose last part is the file, and hands the file on. */
export async function withFormFile<T>(
  { parts: received, query }: PluginRequest,
  use: (file: FormFile) => Promise<T>,
): Promise<T> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) if (typeof value === 'string') fields.set(name, value);
  const parts = received()[Symbol.asyncIterator]();
  const end = async (): Promise<void> => {
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      const part = next.value;
      if (part.type !== 'field' || !late.has(part.fieldname)) throw new Problem('upload:check.order');
      fields.set(part.fieldname, part.value);
    }
  };
  try {
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      const part = next.value;
      if (part.type === 'field') fields.set(part.fieldname, part.value);
      else if (part.fieldname === 'file')
        return await use({ name: part.filename ?? '', declaredType: part.mimetype, body: part.file, fields, end });
    }
  } finally {
    await parts.return?.();
  }
  throw new Problem('upload:check.noFile');
}
