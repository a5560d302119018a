import { Invalid, Problem } from '#resource';
import type { Route } from '../http/route.ts';
import type { Realm } from '../realms/realm.ts';
import type { Gate } from '../table/gate.ts';
import { idOf } from '../table/read.ts';
import type { Doing, Presence } from './presence.ts';

/** What a page makes up for each of its places at a record. */
const window = /^[\w-]{1,40}$/;
const doings: readonly unknown[] = ['view', 'edit', 'leave'];

/**
 * Says that the page is at a record (`path` of the table, `id`, `window`, `doing`: `view`, `edit`, `leave`), and is answered who
 * else is. Only for rows that the caller may read. What changes until the page says so again comes in the stream of changes.
 */
export const presenceRoute = (gate: Gate, presence: Presence, { base }: Pick<Realm, 'base'>): Route => ({
  method: 'POST',
  url: `${base}/ajax/presence`,
  node: 'signed-in',
  async handler({ caller, body }) {
    const { path, id, window: name, doing } = body;
    const model = typeof path === 'string' ? gate.modelAt(path.replaceAll('/', '.')) : undefined;
    if (!model || model.source) throw new Problem('rows:noTable', {}, { status: 404 });
    if (typeof name !== 'string' || !window.test(name)) throw new Invalid({ window: { key: 'validate:pattern' } });
    if (!doings.includes(doing)) throw new Invalid({ doing: { key: 'validate:choice' } });
    const record = { table: model.name, id: idOf(model, id) };
    if (doing === 'leave') {
      await presence.note(caller, record, name);
      return { people: [] };
    }
    await gate.read(caller, model, record.id);
    await presence.note(caller, record, name, doing as Doing);
    return { people: presence.others(caller, record) };
  },
});
