import { action, f, trait } from '#resource';

/** Rows that nobody needs every day stand in an archive, from which they can be brought back. */
export const archivable = trait({
  name: 'archivable',
  label: { 'zh-cn': '归档', en: 'Archive' },
  fields: { archive_time: f.timestamp({ index: true }) },
  // Rows with a time there leave the list, and stand in the one that `archivable=1` asks for.
  view: { marks: 'archive_time', actions: ['unarchive'] },
  actions: {
    archive: action({
      label: { 'zh-cn': '归档', en: 'Archive' },
      icon: 'fa fa-archive',
      confirm: { 'zh-cn': '确定归档选中记录？', en: 'Archive the selected records?' },
      async handler({ rows, table, context }) {
        for (const { id } of rows) await table.edit(id, { archive_time: context.now });
      },
    }),
    unarchive: action({
      label: { 'zh-cn': '移出归档', en: 'Move back' },
      icon: 'fa fa-undo',
      async handler({ rows, table }) {
        for (const { id } of rows) await table.edit(id, { archive_time: null });
      },
    }),
  },
});

declare module '#resource' {
  interface Traits {
    archivable?: typeof archivable;
  }
  interface TraitColumns {
    archive_time: true;
  }
}
