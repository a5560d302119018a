import type { Caller, FieldMap, Where } from '#resource';
import type { Route } from '../http/route.ts';
import type { Gate } from '../table/gate.ts';
import { isAllowed } from '../table/read.ts';

/** Numbers beside menu entries: rows that the resource's badge means, of those that the caller sees. */
export const badgeRoutes = (gate: Gate): Route[] => [
  {
    method: 'GET',
    url: '/admin/Index/badges',
    realm: 'admin',
    node: 'signed-in',
    handler: ({ caller }) => badgesOf(gate, caller),
  },
];

/** Whether any menu entry has one. */
export const hasBadges = (gate: Gate): boolean =>
  [...gate.models.values()].some(({ definition: { menu } }) => menu !== false && menu?.badge !== undefined);

async function badgesOf(gate: Gate, caller: Caller): Promise<Record<string, number>> {
  const found = await Promise.all(
    [...gate.models.values()].map(async (model) => {
      const { menu } = model.definition;
      if (!menu || menu.badge === undefined || !isAllowed(caller, model, 'index')) return undefined;
      const count = await gate.figure(caller, model, { where: menu.badge as Where<FieldMap> });
      return count ? ([model.path, Number(count)] as const) : undefined;
    }),
  );
  return Object.fromEntries(found.filter((each) => each !== undefined));
}
