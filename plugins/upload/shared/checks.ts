/** What is known of a file before it is sent, or found out about it when it has come. */
export interface FileFacts {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Media type; empty when nobody knows. */
  readonly type: string;
}

export interface UploadLimits {
  /** `upload.mimetype` of the site configuration: extensions with or without a dot, types, `type/*`, with commas; `*` for all. */
  readonly mimetype: string;
  /** Bytes. */
  readonly maxsize: number;
}

export type CheckMessage = 'upload:check.incomplete' | 'upload:check.type' | 'upload:check.size';

/** The three checks of specification §5 in their order; undefined when the file passes. */
export function checkFile({ name, size, type }: FileFacts, limits: UploadLimits): CheckMessage | undefined {
  if (!name || !size) return 'upload:check.incomplete';
  if (!isTypeAllowed(limits.mimetype, [suffixOf(name)], type)) return 'upload:check.type';
  if (size > limits.maxsize) return 'upload:check.size';
  return undefined;
}

/** Whether a list such as `jpg,.png,image/*` allows a file with one of these suffixes, or of this type. */
export function isTypeAllowed(list: string, suffixes: readonly string[], type: string): boolean {
  const media = bareType(type);
  return list
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim())
    .some((entry) => {
      if (entry === '*') return true;
      if (entry.endsWith('/*')) return media.startsWith(entry.slice(0, -1));
      if (entry.includes('/')) return media === entry;
      return entry !== '' && suffixes.includes(entry.replace(/^\./, ''));
    });
}

/** What follows the last dot of a name, in lower case; empty when there is none, or it is longer than a suffix is. */
export const suffixOf = (name: string): string => /[^.]\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** `text/plain` of `Text/Plain; charset=utf-8`. */
export const bareType = (type: string): string => type.split(';', 1)[0]!.trim().toLowerCase();
