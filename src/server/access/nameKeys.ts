import type { Gate } from '../table/gate.ts';

/** Two accounts whose names differ in capital letters only. */
export interface NameDouble {
  readonly kept: string;
  readonly other: string;
}

/**
 * Gives accounts of an earlier version the key by which names are told apart without regard to capital letters. Of two
 * with one key the first has it; both go on signing in by their names as these are written. Returns the others.
 */
export async function fillNameKeys(gate: Gate): Promise<NameDouble[]> {
  const admins = gate.rows('admin');
  const doubles: NameDouble[] = [];
  for (const { id, username } of await admins.list({ name_key: { isNull: true } })) {
    const key = username.toLowerCase();
    const [first] = await admins.list({ name_key: key });
    if (first) doubles.push({ kept: first.username, other: username });
    else await admins.edit(id, { name_key: key });
  }
  return doubles;
}
