import { suggestion } from './nearest.ts';

/** Throws when a name is none of those that are known there; the message says which may have been meant. */
export function known(given: readonly string[], names: readonly string[], where: string): void {
  const unknown = given.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no "${unknown}" in ${where}. ${suggestion(unknown, names)}`);
}
