import { randomUUID } from 'node:crypto';
import { createDatabase, dropDatabases, filesOf, hasTables, renameDatabase } from './clusterDatabases.ts';

/** Of one cluster. */
interface Empty {
  /** Nobody has been in them since they were made. */
  readonly spare: string[];
  /** Files that such a database has. */
  files: number | undefined;
}
const clusters = new Map<string, Empty>();

/**
 * Gives the name to an empty database, one that was given back if there is one: most tests begin with a copy of the template
 * in place of it, and making and removing one for nothing costs as much as that copy.
 */
export async function takeEmpty(url: string, name: string): Promise<void> {
  const empty = emptyAt(url);
  const spare = empty.spare.pop();
  if (spare !== undefined) return renameDatabase(url, spare, name);
  await createDatabase(url, name);
  empty.files ??= await filesOf(url, name);
}

/** Frees the name of the database, unless there is a table in it; says whether it has. */
export async function giveBackIfEmpty(url: string, name: string): Promise<boolean> {
  const empty = emptyAt(url);
  const files = await filesOf(url, name);
  if (files !== undefined && files === empty.files) {
    const spare = `empty_${randomUUID().replaceAll('-', '')}`;
    await renameDatabase(url, name, spare);
    empty.spare.push(spare);
    return true;
  }
  if (await hasTables(`${url}/${name}`)) return false;
  await dropDatabases(url, [name]);
  return true;
}

function emptyAt(url: string): Empty {
  const empty = clusters.get(url) ?? { spare: [], files: undefined };
  clusters.set(url, empty);
  return empty;
}
