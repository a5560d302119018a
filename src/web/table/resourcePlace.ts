import type { Manifest } from '#resource';

/** The API of a resource, which goes by its path: `content/article` is `/admin/content.article/`. */
export const apiOf = (path: string): string => `/admin/${path.replaceAll('/', '.')}/`;

/** Where Refine's hooks find the rows: the resource is the manifest's path, or an address of another REST server. */
export function placeOf({ path, source }: Manifest): { resource: string; dataProviderName?: string } {
  return source ? { resource: source.rest, dataProviderName: 'rest' } : { resource: path };
}
