import type { Caller, FieldMap, Where } from '#resource';
import type { Route } from '../http/route.ts';
import type { Gate } from '../table/gate.ts';
import { isAllowed } from '../table/read.ts';

/** Undefined for an error of one table's file, so that the others have their numbers; throws any other. */
type Contain = (error: unknown) => undefined;

/** Numbers beside menu entries: rows that the resource's badge means, of those that the caller sees. */
export const badgeRoutes = (gate: Gate, contain: Contain): Route[] => [
  {
    method: 'GET',
    url: '/admin/Index/badges',
    node: 'signed-in',
    handler: ({ caller }) => badgesOf(gate, contain, caller),
  },
];

/** Whether any menu entry has one. */
export const hasBadges = (gate: Gate): boolean =>
  [...gate.models.values()].some(({ definition: { menu } }) => menu !== false && menu?.badge !== undefined);

async function badgesOf(gate: Gate, contain: Contain, caller: Caller): Promise<Record<string, number>> {
  const found = await Promise.all(
    [...gate.models.values()].map(async (model) => {
      const { menu } = model.definition;
      if (!menu || menu.badge === undefined || !isAllowed(caller, model, 'index')) return undefined;
      const count = await gate.figure(caller, model, { where: menu.badge as Where<FieldMap> }).catch(contain);
      return count ? ([model.path, Number(count)] as const) : undefined;
    }),
  );
  return Object.fromEntries(found.filter((each) => each !== undefined));
}
