import type { Gate } from '../table/gate.ts';

/** The ids of all super administrators who may sign in. */
export async function superAdministrators(gate: Pick<Gate, 'rows'>): Promise<number[]> {
  // One group that is both: each condition by itself may be true of another.
  const groups = await gate.rows('admin_group').list({ is_super: 1, status: 1 });
  const supers = await gate.rows('admin').list({ status: 1, 'groups.id': { in: groups.map(({ id }) => id) } });
  return supers.map(({ id }) => id);
}
