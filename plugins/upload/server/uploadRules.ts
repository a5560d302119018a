import type { UploadParts } from './uploadParts.ts';

/** What holds for a file: by the settings, and by the field that it is for. */
export interface UploadRules {
  /** Bytes. */
  readonly limit: number;
  /** Lists of types, each of which must allow it. */
  readonly types: readonly string[];
  readonly isPrivate: boolean;
  readonly topic?: string;
}

/** What holds for a file that comes for a field, or for none. A field narrows what the settings allow. */
export async function rulesFor(
  { host }: UploadParts,
  field?: { readonly table: string; readonly field: string },
): Promise<UploadRules> {
  const { upload_maxsize: maxsize, upload_mimetype: mimetype } = await host.settings('upload');
  const own = field && optionsOf(host, field);
  return {
    limit: Math.min(maxsize, own?.maxSize ?? maxsize),
    types: own?.types === undefined ? [mimetype] : [mimetype, own.types],
    isPrivate: own?.private ?? false,
    ...(own?.topic !== undefined && { topic: own.topic }),
  };
}

/** A name of a table or a field as a client sends it; empty where there can be none of that name. */
export const nameIn = (given: string): string => (/^[\w.]{1,100}$/.test(given) ? given : '');

const optionsOf = (host: UploadParts['host'], wanted: { readonly table: string; readonly field: string }) =>
  host.fieldOptions('upload').find(({ table, field }) => table === wanted.table && field === wanted.field)?.options;
