import type { Gate } from '../../src/server/table/gate.ts';

/** Adds an administrator who owns these permission nodes only, with the directories above them. */
export async function addPerson(gate: Gate, username: string, secret: string, nodes: readonly string[]): Promise<void> {
  const above = nodes.flatMap((node) => node.split('/').map((_, end, parts) => parts.slice(0, end + 1).join('/')));
  const rules = await gate.rows('admin_rule').list({ name: { in: [...new Set(above)] } });
  const [superiors] = await gate.rows('admin_group').list({ is_super: 1 });
  const group = await gate
    .rows('admin_group')
    .add({ name: `Group of ${username}`, pid: superiors!.id, rule_ids: rules.map(({ id }) => id) });
  await gate.rows('admin').add({ username, nickname: username, password: secret, group_ids: [group.id] });
}

/** Adds an administrator who may do everything. */
export async function addSuperior(gate: Gate, username: string, secret: string): Promise<void> {
  const [superiors] = await gate.rows('admin_group').list({ is_super: 1 });
  await gate.rows('admin').add({ username, nickname: username, password: secret, group_ids: [superiors!.id] });
}
