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
    beforeSave({ next, prev, context: { caller } }) {
      if (caller.realm === 'system') return;
      next.realm = prev?.realm ?? caller.realm;
      next.account_id = prev?.account_id ?? caller.id;
    },
  },
});
