import { f, table } from '#resource';

/** Which saved view a list opens with: a choice of each person for each table. */
export const listStart = table('list_start', {
  realm: f.text({ readonly: true, max: 40, index: true }),
  account_id: f.int({ readonly: true, index: true }),
  /** Of the table: `content/article`. */
  path: f.text({ required: true, max: 120, index: true }),
  view_id: f.belongsTo('saved_view', { onDelete: 'cascade', required: true }),
});

declare module '#resource' {
  interface Tables {
    list_start: typeof listStart;
  }
}

export default listStart.resource({
  page: false,
  everyRealm: true,
  rows: { read: (caller) => ({ realm: caller.realm, account_id: caller.id }) },
  hooks: {
    async beforeSave({ next, prev, context: { caller, table: rows } }) {
      if (caller.realm === 'system') return;
      next.realm = prev?.realm ?? caller.realm;
      next.account_id = prev?.account_id ?? caller.id;
      if (prev) return;
      // A list opens with one: somebody may have chosen another one at the same time.
      const { realm, account_id, path } = next;
      const others = await rows('list_start').list({ realm, account_id, path });
      await rows('list_start').del(others.map(({ id }) => id));
    },
  },
});
