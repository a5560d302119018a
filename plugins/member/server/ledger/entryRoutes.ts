import type { PluginRoute } from '#plugin';
import { Problem } from '#resource';
import type { BookParts } from './bookParts.ts';

/** Whom an entry is going to be about, with what they have now: what the form for a new entry shows (protocol §2.6). */
export const entryRoutes = (parts: BookParts): PluginRoute[] =>
  (['user/moneyLog', 'user/scoreLog'] as const).map((path) => ({
    method: 'GET',
    url: `/admin/${path.replace('/', '.')}/add`,
    node: `${path}/add`,
    async handler({ caller, query }) {
      const given = query['userId'] ?? query['user_id'];
      const id = typeof given === 'string' ? Number(given) : Number.NaN;
      const row = Number.isSafeInteger(id) ? await parts.host.rows('user', caller).get(id) : undefined;
      if (!row) throw new Problem('rows:notFound');
      const { username, nickname, avatar, email, mobile, money, score } = row;
      return { user: { id, username, nickname, avatar, email, mobile, money, score } };
    },
  }));
