import type { Caller, Model } from '#resource';
import type { Models } from './reference.ts';

/**
 * What of the caller decides how rows of this table are read, as text: which fields they may read here and in the tables
 * it refers to, and the rules of those. Callers with the same signature run the same queries.
 */
export function signatureOf(models: Models, caller: Caller, model: Model): string {
  if (caller.realm === 'system') return `system ${model.name}`;
  let signature = `${model.name}${partOf(caller, model)}`;
  for (const name of relatedTables(model)) {
    const other = models.get(name)!;
    signature += `|${name}${caller.may(`${other.path}/index`) ? '+' : '-'}${partOf(caller, other)}`;
  }
  return signature;
}

function partOf(caller: Caller, { definition: { access, rows } }: Model): string {
  let part = '';
  for (const name in access) if (access[name]?.read?.(caller) === false) part += `-${name}`;
  return rows ? `${part}${JSON.stringify(rows.read(caller))}` : part;
}

const known = new WeakMap<Model, readonly string[]>();

/** Tables that fields of this one refer to. */
function relatedTables(model: Model): readonly string[] {
  let names = known.get(model);
  if (!names) {
    names = [...new Set([...model.fields.values()].flatMap(({ to }) => to ?? []))];
    known.set(model, names);
  }
  return names;
}
