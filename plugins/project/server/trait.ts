import { extend, f, Invalid, type Caller, type Extension, type TableName } from '#resource';

declare module '#resource' {
  interface Traits {
    /** Rows belong to a project: administrators see those of the one that they have chosen, and new rows belong to it. */
    project?: true;
  }
  interface CallerAttributes {
    /** The project that an administrator has chosen; null for all of theirs. */
    project: number;
    /** The projects whose rows they see: the chosen one with its products, or all of theirs; null for a super administrator's all. */
    projects: readonly number[];
  }
}

/** Rows of the projects that count at the moment; super administrators without a choice see those of none, too. */
const ofProject = ({ attributes, super: isSuper }: Caller) =>
  attributes.projects === null ? isSuper : { project_id: { in: [...attributes.projects] } };

/** What a table gets that says `traits: { project: true }`. */
export const projectTrait = (table: TableName): Extension =>
  extend(table, {
    project_id: f.belongsTo('auth_project', { label: { 'zh-cn': '项目', en: 'Project' }, index: true }),
  }).with({
    list: { filters: ['project_id'] },
    rows: { read: ofProject },
    hooks: {
      beforeSave({ next, prev, context: { caller } }) {
        if (prev === null) next.project_id ??= caller.attributes.project;
        // Who sees rows of projects alone would not see one of none.
        if ((next.project_id ?? null) === null && caller.attributes.projects)
          throw new Invalid({ project_id: { key: 'project:needed' } });
      },
    },
  });
