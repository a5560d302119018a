import type { Caller, Model, ModelField } from '#resource';
import { rulesFor } from './realmRules.ts';

/** Whether the caller may know the field's value: only then can lists show it, be filtered, searched or sorted by it. */
export function mayRead(caller: Caller, model: Model, field: ModelField): boolean {
  if (field.secret) return false;
  if (caller.realm === 'system') return true;
  if (accessOf(caller, model, field)?.read?.(caller) === false) return false;
  if (field.kind.relative && !seesAll(caller, model)) return false;
  return sources(model, field).every((source) => mayRead(caller, model, source));
}

/** Whether lists may be sorted by it: a place among all rows gives the order of those that one sees, and no more. */
export const mayOrder = (caller: Caller, model: Model, field: ModelField): boolean =>
  mayRead(caller, model, field) ||
  (field.kind.relative === true && !field.secret && accessOf(caller, model, field)?.read?.(caller) !== false);

/** Whether no row of the table is to stay hidden from the caller, in a view or by a rule; from super administrators none is. */
export function seesAll(caller: Caller, model: Model): boolean {
  if (caller.realm === 'system' || caller.super) return true;
  const { path, views } = model;
  const { rows } = rulesFor(caller, model);
  if (rows && rows.read(caller) !== true) return false;
  for (const { actions } of views.values())
    if (!actions.some((action) => caller.may(`${path}/${action}`))) return false;
  return true;
}

/** Whether the caller may set the field. The system may set what the server sets, too. */
export function mayWrite(caller: Caller, model: Model, field: ModelField): boolean {
  if (caller.realm === 'system') return !isKeptByItself(field);
  if (field.readonly) return false;
  const rule = accessOf(caller, model, field);
  return rule?.read?.(caller) !== false && rule?.write?.(caller) !== false;
}

const ownColumns = new Set(['id', 'version', 'create_time', 'update_time']);
/** What nobody sets: the gate does, or the database works it out. */
export const isKeptByItself = ({ name, sql }: ModelField): boolean => ownColumns.has(name) || sql !== undefined;

/** Whether several rows can be given the same value at once, by who may write it: no two rows have the same unique one. */
export const isBulkEditable = ({ options, secret, kind }: ModelField): boolean =>
  !options.unique && !secret && !kind.hashed && !kind.encrypted;

/** Fields of the row that the caller may read, in the model's order. */
export const readableFields = (caller: Caller, model: Model): ModelField[] =>
  [...model.fields.values()].filter((field) => mayRead(caller, model, field));

const accessOf = (caller: Caller, model: Model, { name }: ModelField) => rulesFor(caller, model).access?.[name];

/** A computed value tells of the columns that it is worked out from. */
function sources(model: Model, field: ModelField): ModelField[] {
  return (field.sql ?? []).flatMap((part) => (typeof part === 'string' ? [] : (model.fields.get(part.column) ?? [])));
}
