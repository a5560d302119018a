import type { Caller, Model } from '#resource';
import { derive } from '../realms/currentRights.ts';

/** What people change of themselves; their name, groups and status are others' business. */
const ownFields: readonly string[] = [
  'nickname',
  'avatar',
  'email',
  'mobile',
  'position',
  'column',
  'motto',
  'password',
];

/** Somebody with no rights but these nodes, so that rules of rows leave them their own. */
export function onlyThemselves(caller: Caller, ...nodes: readonly string[]): Caller {
  const known = nodes.map((node) => node.toLowerCase());
  return derive(caller, (each) => ({
    ...each,
    super: false,
    below: { groups: [], admins: [] },
    rules: [],
    may: (node) => known.includes(node.toLowerCase()),
  }));
}

/** The table of administrators as it is to whom a row is about. */
export function ownTable(model: Model): Model {
  const { access, form } = model.definition;
  const closed = [...model.fields.keys()].filter((name) => !ownFields.includes(name));
  return {
    ...model,
    definition: {
      ...model.definition,
      access: {
        ...access,
        ...Object.fromEntries(closed.map((name) => [name, { ...access?.[name], write: () => false }])),
      },
      // A new password is asked for beside the old one.
      form: { ...form, layout: ['nickname', 'avatar', ['email', 'mobile'], ['position', 'column'], 'motto'] },
    },
  };
}
