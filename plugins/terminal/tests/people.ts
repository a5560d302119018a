import type { TestServer } from '#test';

/** Everybody's password. */
export const secret = 'Person-1';

/** Signs in an administrator of a new group that owns these nodes only. */
export async function personWith(server: TestServer, username: string, nodes: readonly string[]): Promise<string> {
  const { gate } = server.app;
  const above = nodes.flatMap((node) => node.split('/').map((_, end, parts) => parts.slice(0, end + 1).join('/')));
  const rules = await gate.rows('admin_rule').list({ name: { in: [...new Set(above)] } });
  const rule_ids = rules.map(({ id }) => id);
  const { id } = await gate.rows('admin_group').add({ name: username, pid: 1, rule_ids });
  await gate.rows('admin').add({ username, nickname: username, password: secret, group_ids: [id] });
  return server.signIn(username, secret);
}

/** Takes everything from the group of the person. */
export async function strip(server: TestServer, username: string): Promise<void> {
  const rows = server.app.gate.rows('admin_group');
  const [group] = await rows.list({ name: username });
  await rows.edit(group!.id, { rule_ids: [] });
}
