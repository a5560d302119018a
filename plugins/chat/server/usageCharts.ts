import type { GroupParameters, PluginPart, PluginRequest } from '#plugin';
import type { Caller } from '#resource';
import type { UsageCharts, UsedBy } from '../shared/usage.ts';
import type { ChatParts } from './chatParts.ts';

/** Bars of a chart of models or members. */
const most = 20;
const sums = ['answers', 'tokens_in', 'tokens_out', 'points'] as const;

/** The page of the usage draws its list as charts. */
export const usageRoutes = (parts: ChatParts): PluginPart => ({
  routes: [
    {
      method: 'GET',
      url: '/admin/chat.usage/charts',
      node: 'chat/usage/index',
      handler: (request) => usageCharts(parts, request),
    },
  ],
});

async function usageCharts(parts: ChatParts, { caller, query }: PluginRequest): Promise<UsageCharts> {
  const filter = typeof query['filter'] === 'string' && query['filter'] !== '' ? { filter: query['filter'] } : {};
  const [days, models, members] = await Promise.all([
    usedBy(parts, caller, { by: 'date', unit: 'day', ...filter }),
    usedBy(parts, caller, { by: 'model_name', ...filter }),
    usedBy(parts, caller, { by: 'user_id', ...filter }),
  ]);
  return { days: days.all, models: first(models.all), members: first(members.all), isCut: members.isCut };
}

const first = (all: readonly UsedBy[]): readonly UsedBy[] =>
  all.toSorted((a, b) => b.points - a.points || b.answers - a.answers).slice(0, most);

/** Every sum of each group; rows are the caller's, as the list has them. */
async function usedBy(
  { host }: ChatParts,
  caller: Caller,
  parameters: GroupParameters,
): Promise<{ readonly all: readonly UsedBy[]; readonly isCut: boolean }> {
  const found = await Promise.all(sums.map((sum) => host.groups('chat_usage', caller, { ...parameters, sum })));
  const added = found.map(({ groups }) => new Map(groups.map(({ value, sum }) => [value, Number(sum ?? 0)])));
  const all = found[0]!.groups.map(({ value }): UsedBy => {
    const [answers, input, output, points] = added.map((each) => each.get(value) ?? 0) as [
      number,
      number,
      number,
      number,
    ];
    return { of: value === null || value === '' ? null : String(value), answers, tokens: input + output, points };
  });
  return { all, isCut: found[0]!.isCut };
}
