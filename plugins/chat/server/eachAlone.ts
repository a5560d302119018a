import type { ChatParts } from './chatParts.ts';

/** Does the work with each row. One with which it fails is told of, and keeps no other waiting. */
export async function eachAlone<T extends { readonly id: number }>(
  { host }: Pick<ChatParts, 'host'>,
  what: string,
  rows: readonly T[],
  work: (row: T) => Promise<unknown>,
): Promise<void> {
  for (const row of rows) await work(row).catch((error: unknown) => host.log(`${what} ${row.id}: ${String(error)}`));
}
