import { f, table } from '#resource';

/** What a person has chosen of how the back office looks for them: the columns of a list, the parts of their dashboard. */
export const preference = table('preference', {
  realm: f.text({ readonly: true, max: 40, index: true }),
  account_id: f.int({ readonly: true, index: true }),
  /** What it is about: `columns`, `dashboard`. */
  name: f.text({ required: true, max: 40, index: true }),
  /** Of the page: `content/article`, `dashboard`. */
  path: f.text({ required: true, max: 120, index: true }),
  /** The saved view of that table's list, where it is about one. */
  view_id: f.belongsTo('saved_view', { onDelete: 'cascade' }),
  value: f.json({ required: true }),
});

declare module '#resource' {
  interface Tables {
    preference: typeof preference;
  }
}

export default preference.resource({
  page: false,
  everyRealm: true,
  rows: { read: (caller) => ({ realm: caller.realm, account_id: caller.id }) },
  hooks: {
    async beforeSave({ next, prev, context: { caller, table: rows } }) {
      if (caller.realm === 'system') return;
      next.realm = prev?.realm ?? caller.realm;
      next.account_id = prev?.account_id ?? caller.id;
      if (prev) return;
      // There is one of each: what was chosen last.
      const { realm, account_id, name, path, view_id } = next;
      const others = await rows('preference').list({ realm, account_id, name, path });
      await rows('preference').del(others.filter((each) => each.view_id === view_id).map(({ id }) => id));
    },
  },
});
