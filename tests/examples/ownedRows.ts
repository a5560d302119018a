import { definePlugin } from '#plugin';
import { extend, f } from '#resource';

declare module '#resource' {
  interface Traits {
    owned?: true;
  }
}

export default definePlugin({
  name: 'owned-rows',
  traits: {
    // Administrators see the rows that they have added, super administrators all.
    owned: (table) =>
      extend(table, { owner_id: f.belongsTo('admin', { readonly: true, onDelete: 'null' }) }).with({
        rows: { read: (caller) => caller.super || { owner_id: caller.id } },
        hooks: {
          beforeSave({ next, prev, context: { caller } }) {
            if (prev === null) next.owner_id = caller.realm === 'admin' ? caller.id : null;
          },
        },
      }),
  },
});
