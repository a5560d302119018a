import { randomInt } from 'node:crypto';
import { textOf, type Label } from '#resource';
import type { Gate } from '../table/gate.ts';

/** Letters and digits that nobody takes for another. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';

/** What the group was called in Chinese before. */
const formerName = '超级管理组';

/** An administrator made at the first start. */
export interface FirstAdmin {
  readonly username: string;
  readonly password: string;
}

/** Makes the group that owns every right and its first member where there is no administrator yet. */
export async function firstStart(
  gate: Gate,
  groupName: Label,
  password: string | undefined,
): Promise<FirstAdmin | undefined> {
  const admins = gate.rows('admin');
  const names = { made_name: textOf(groupName, 'zh-cn'), made_name_en: textOf(groupName, 'en') };
  const groups = gate.rows('admin_group');
  // An earlier version has made it in one language.
  const unnamed = { is_super: 1 as const, name: { in: [names.made_name, formerName] }, made_name: { isNull: true } };
  for (const { id, name } of await groups.list(unnamed)) await groups.edit(id, { ...names, made_name: name });
  if ((await admins.count()) > 0) return undefined;
  const [group = await groups.add({ name: names.made_name, ...names, is_super: 1, status: 1 })] = await groups.list(
    { is_super: 1 },
    { limit: 1 },
  );
  const first = { username: 'admin', password: password ?? randomPassword() };
  await admins.add({ ...first, nickname: 'Admin', group_ids: [group.id], status: 1 });
  return first;
}

const randomPassword = (): string => Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
