import { placeOf, type Caller, type Model } from '#resource';
import { seesAll } from '../fieldAccess.ts';
import { rulesFor } from '../realmRules.ts';
import type { Models } from './reference.ts';

/**
 * What of the caller decides how rows of this table are read, as text: which fields they may read here and in the tables
 * it refers to, and the rules of those; so for every table that one of the paths enters. Callers with the same signature
 * run the same queries.
 */
export function signatureOf(models: Models, caller: Caller, model: Model, paths: readonly string[] = []): string {
  const near = relatedTables(model);
  const far = paths.filter((path) => path.split('.').length > 2).flatMap((path) => entered(models, model, path));
  const tables = far.length === 0 ? near : [...new Set([...near, ...far])];
  const language = [model, ...tables.map((name) => models.get(name)!)].some(isTranslated) ? ` ${caller.language}` : '';
  if (caller.realm === 'system') return `system ${model.name}${language}`;
  let signature = `${model.name}${language}${partOf(caller, model)}`;
  for (const name of tables) {
    const other = models.get(name)!;
    signature += `|${name}${caller.may(`${other.path}/index`) ? '+' : '-'}${partOf(caller, other)}`;
  }
  return signature;
}

const entered = (models: Models, model: Model, path: string): string[] =>
  placeOf(models, model, path)?.steps.map(({ to }) => to.name) ?? [];

function partOf(caller: Caller, model: Model): string {
  const { access, rows } = rulesFor(caller, model);
  let part = seesAll(caller, model) ? '*' : '';
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

const translated = new WeakMap<Model, boolean>();

/** Whether its texts depend on who reads them. */
function isTranslated(model: Model): boolean {
  let answer = translated.get(model);
  if (answer === undefined)
    translated.set(model, (answer = [...model.fields.values()].some(({ options }) => 'translated' in options)));
  return answer;
}

/** Who it is that reads, for the turns that callers take. */
export const whoOf = ({ realm, id, ip }: Caller): string => (id > 0 ? `${realm}:${id}` : `${realm} ${ip}`);
