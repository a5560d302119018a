import type { ModelField } from '../modelField.ts';
import { assertKnown, assertShape, callback, conditions, flag, icon, label, object, oneOf } from '../shape.ts';
import type { Action } from './action.ts';

export const actionShape = object(
  {
    label,
    on: oneOf('rows', 'row', 'list'),
    icon,
    place: oneOf('row', 'list', 'both', 'none'),
    confirm: label,
    done: label,
    danger: flag,
    creates: flag,
    changes: flag,
    superOnly: flag,
    method: oneOf('POST', 'DELETE'),
    form: conditions,
    handler: callback,
  },
  ['label', 'handler'],
);

/** Calls of the table controller that are not actions with a node, or whose names mean something else there. */
const taken = ['select', 'manifest', 'bulkEdit', 'undoEdit', 'restoreValues', 'bulkJob', 'constructor', 'prototype'];

/** Throws when an action of somebody's own contradicts itself or one of `others`; `where` is `actions.publish`. */
export function checkAction(where: string, name: string, action: Action, others: readonly string[]): void {
  assertActionName(where, name, others);
  assertKnown(actionShape, action, where, [where]);
  assertShape(actionShape, action, `${where}: `);
  const { on = 'rows', place, form = {} } = action;
  const possible = on === 'list' ? ['list', 'none'] : on === 'row' ? ['row', 'none'] : ['row', 'list', 'both', 'none'];
  if (place !== undefined && !possible.includes(place))
    throw new Error(`${where}: place "${place}" is not possible for an action on "${on}".`);
  if (action.form && action.method === 'DELETE')
    throw new Error(`${where}: a form is sent with POST; leave out method.`);
  for (const own of ['ids', 'matching'])
    if (Object.hasOwn(form, own)) throw new Error(`${where}.form: "${own}" are the chosen rows; choose another name.`);
}

/** Throws when a node of the table's cannot end in this name, or ends in it already. */
export function assertActionName(where: string, name: string, others: readonly string[]): void {
  if (!/^[a-z][a-zA-Z0-9]{0,29}$/.test(name))
    throw new Error(`${where}: "${name}" must be a word of at most 30 letters and digits, such as "publish".`);
  const same = [...others, ...taken].find((other) => other.toLowerCase() === name.toLowerCase());
  if (same !== undefined)
    throw new Error(`${where}: there is an action "${same}" already; choose another name than "${name}".`);
}

/** Throws when a field of a form cannot be entered or would not reach the handler. */
export function checkFormField(where: string, { name, kind, column, readonly }: ModelField): void {
  if (kind.encrypted) throw new Error(`${where}: "${name}" is stored nowhere; leave out encrypted.`);
  if (kind.hashed) throw new Error(`${where}: "${name}" would reach nobody as a hash; write f.text({ secret: true }).`);
  if (readonly || kind.relative || (!column && kind.relation !== 'many') || kind.relation === 'parent')
    throw new Error(`${where}: f.${kind.kind}() is nothing to enter; leave "${name}" out.`);
}
