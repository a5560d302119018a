import type { PluginRequest } from '#plugin';
import type { Start } from '../../shared/wire.ts';
import type { Chat } from '../chat.ts';
import { shownAllowance } from '../generation/budget.ts';
import { modelInfo, modelsFor } from '../models.ts';
import { ownerOf } from '../owner.ts';
import { personOf } from '../person.ts';

/** All that the page begins with. */
export async function start({ parts, files }: Chat, request: PluginRequest): Promise<Start> {
  const { caller } = request;
  const owner = ownerOf(request);
  const [settings, models, prompts, allowance, limits, person] = await Promise.all([
    parts.host.settings('chat'),
    modelsFor(parts, owner),
    parts.rows('chat_prompt').list({ status: 1 }, { sort: '-weigh', limit: 500 }),
    shownAllowance(parts, owner, caller),
    files.limits(caller),
    personOf(parts, owner.user),
  ]);
  const points = owner.user === null ? undefined : await parts.ledger?.balance(owner.user);
  return {
    who: owner.user === null ? 'visitor' : 'member',
    name: person?.nickname || caller.username,
    avatar: person?.avatar || null,
    models: models.map(modelInfo),
    model: models[0]?.id ?? null,
    allowance: owner.user === null ? { left: allowance.left, limit: allowance.limit } : null,
    signIn: allowance.canSignIn,
    points: points?.available.score ?? null,
    limits: { text: settings.chat_longest_text, ...limits },
    ready: models.length > 0,
    prompts: prompts.map(({ id, title, text, category }) => ({ id, title, text, category: category ?? '' })),
    captcha: allowance.needsCaptcha,
  };
}
