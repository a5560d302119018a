import type { FieldManifest } from '#resource';

/** The value itself, also of a field that has its JSON as a text (`asText`); a part of such a text stays one. */
export function jsonOf({ options }: Pick<FieldManifest, 'options'>, value: unknown): unknown {
  if (options['asText'] !== true || typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
