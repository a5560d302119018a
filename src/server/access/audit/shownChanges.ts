import { textOf, textOfValue, type Caller, type Model, type ModelField, type Words } from '#resource';
import { mayRead, seesAll } from '../../table/fieldAccess.ts';
import type { Gate } from '../../table/gate.ts';
import { labelOf, type Translate } from '../../table/fieldLabel.ts';
import type { Changes } from '../../table/traits/keepHistory.ts';
import type { AuditEvent } from './auditEvent.ts';
import { namesFor } from './nameRows.ts';

/** Characters of one value in a sentence. */
const longest = 80;

/** A change as the reader is told it: `is` says by which sentence. */
export interface ShownChange {
  readonly is: 'changed' | 'set' | 'cleared' | 'rewrote' | 'on' | 'off';
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

type RelatedNames = ReadonlyMap<string, ReadonlyMap<number, string | undefined>>;

/** Changes of fields that the caller may read, under the names of today; nothing of others. */
function readableChanges(caller: Caller, model: Model, changes: Changes = {}): [ModelField, Changes[string]][] {
  return Object.entries(changes).flatMap(([name, change]): [ModelField, Changes[string]][] => {
    const field = model.fields.get(name);
    const isShown =
      field && !field.secret && !field.kind.encrypted && !field.kind.relative && mayRead(caller, model, field);
    return isShown ? [[field, change]] : [];
  });
}

/** Names of the rows that the changes refer to, by table, as far as the caller may see them. */
export async function relatedNames(gate: Gate, caller: Caller, events: readonly AuditEvent[]): Promise<RelatedNames> {
  const wanted = new Map<string, number[]>();
  for (const { table, changes } of events) {
    const model = gate.models.get(table);
    for (const [field, { before, after }] of model ? readableChanges(caller, model, changes) : [])
      if (field.to !== undefined)
        wanted.set(field.to, [...(wanted.get(field.to) ?? []), ...idsIn(before), ...idsIn(after)]);
  }
  const names = new Map<string, ReadonlyMap<number, string | undefined>>();
  for (const [table, ids] of wanted)
    if (gate.models.has(table)) names.set(table, await namesFor(gate, caller, gate.modelOf(table), ids));
  return names;
}

const idsIn = (value: unknown): number[] => [value ?? []].flat().filter((id) => typeof id === 'number');

/** How the caller is told of each change. */
export function shownChanges(
  gate: Gate,
  translate: Translate,
  caller: Caller,
  { table, changes, count }: AuditEvent,
  names: RelatedNames,
): ShownChange[] {
  const model = gate.modelOf(table);
  const words: Words = {
    label: (label) => textOf(label, caller.language),
    message: (key) => translate(caller.language, key) ?? key,
  };
  return readableChanges(caller, model, changes).map(([field, { before, after, cut }]) => {
    const label = labelOf(translate, field, caller.language);
    if (field.kind.encoding?.(field.options).as === 'bool')
      return { is: after === 1 ? 'on' : 'off', field: label, before: '', after: '' };
    const textIn = (value: unknown): string =>
      field.to === undefined ? valueText(field, value, words) : related(gate, caller, field, value, names);
    const [old, now] = [textIn(before), textIn(after)];
    const isLong = cut === true || field.kind.long === true || [old, now].some((text) => text.length > longest);
    const is = isLong || old === now ? 'rewrote' : now === '' ? 'cleared' : old === '' || count > 1 ? 'set' : 'changed';
    return { is, field: label, before: old, after: now };
  });
}

/** One line; what has become a value of another kind since is told as it was. */
function valueText({ kind, options }: ModelField, value: unknown, words: Words): string {
  if (value === null || value === undefined) return '';
  const isFitting = typeof value !== 'object' || !kind.text || Array.isArray(value);
  return (isFitting ? textOfValue(kind, options, value, words) : JSON.stringify(value))
    .replaceAll('\u0000', '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function related(gate: Gate, caller: Caller, { to }: ModelField, value: unknown, names: RelatedNames): string {
  const other = gate.models.get(to!);
  const known = names.get(to!);
  const texts = idsIn(value).flatMap((id) => {
    const name = known?.get(id);
    // Of rows that the caller does not see nothing is told, not even that there are some.
    if (known?.has(id)) return [name ?? `#${id}`];
    return other && seesAll(caller, other) && caller.may(`${other.path}/index`) ? [`#${id}`] : [];
  });
  return texts.join(', ');
}
