import type { Manifest } from '#resource';

/** Where Refine's hooks find the rows: the resource is the manifest's path, or an address of another REST server. */
export function placeOf({ path, source }: Pick<Manifest, 'path' | 'source'>): {
  resource: string;
  dataProviderName?: string;
} {
  return source ? { resource: source.rest, dataProviderName: 'rest' } : { resource: path };
}
