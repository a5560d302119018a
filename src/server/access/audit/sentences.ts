import { nameInWords, textOf, type Caller, type Json, type Language, type Model } from '#resource';
import { mayRead, seesAll } from '../../table/fieldAccess.ts';
import type { Gate } from '../../table/gate.ts';
import { isAllowed } from '../../table/read.ts';
import type { Messages } from '../../shared/messages.ts';
import { adminBase, adminSignIn } from '../adminRealm.ts';
import { storedEvent, type AuditEvent } from './auditEvent.ts';
import { mostEdited } from '../../table/write/bulkEdit.ts';
import type { ImportResult } from '../../table/import/storedImport.ts';
import { namesFor } from './nameRows.ts';
import { relatedNames, shownChanges, type ShownChange } from './shownChanges.ts';

/** A piece of a sentence; one with a path is a record, and leads to its page. */
export interface SentencePart {
  readonly text: string;
  /** `content/article/7` */
  readonly path?: string;
}

interface LogEntry {
  readonly id: number;
  readonly username: string | null;
  /** Who was signed in as this administrator; empty: nobody. */
  readonly actor: string | null;
  readonly url: string | null;
  readonly facts: Json;
}

interface Parts {
  readonly gate: Gate;
  readonly messages: Messages;
}

/** What calls that are about no table have done, by their address. */
const ownActions: Readonly<Record<string, string>> = {
  [adminSignIn]: 'signIn',
  [`${adminBase}/Index/signBack`]: 'signBack',
  [`${adminBase}/routine.Config/edit`]: 'settings',
};
/** Changes that one sentence tells in full. */
const mostChanges = 3;
/** Stands for the record while the sentence is made; no text that people enter can hold it. */
const mark = '\u0000';

/**
 * What entries of the log tell, in the language of who reads them and with what they may read now: no other field, no name or
 * link of a row that they do not see. Entries that tell of no table are left out.
 */
export async function sentencesOf(
  { gate, messages }: Parts,
  reader: Caller,
  entries: readonly LogEntry[],
): Promise<ReadonlyMap<number, readonly SentencePart[]>> {
  const say = sayIn(messages, reader.language);
  const told = entries.flatMap(({ id, username, actor, facts }) => {
    const event = storedEvent(facts);
    const who = asWho(say, { actor, username });
    return event && gate.models.has(event.table) && !isOfNone(event) ? [{ id, who, event }] : [];
  });
  const open = told.filter(({ event }) => mayLook(reader, gate.modelOf(event.table))).map(({ event }) => event);
  const names = new Map<string, ReadonlyMap<number, string | undefined>>();
  for (const [table, events] of Map.groupBy(open, (event) => event.table)) {
    const ids = events.flatMap(({ rows }) => rows.map(({ id }) => id));
    names.set(table, await namesFor(gate, reader, gate.modelOf(table), ids));
  }
  const related = await relatedNames(gate, reader, open);
  const results = await gate.importResults(open.flatMap(({ job }) => job ?? []));
  const sentences = new Map<number, readonly SentencePart[]>();
  for (const { id, url, username, actor } of entries) {
    const own = ownActions[url ?? ''];
    // Whoever goes back does so as themselves.
    const who = own === 'settings' ? asWho(say, { actor, username }) : actor || username;
    if (own) sentences.set(id, [{ text: say(own, { who }) }]);
  }
  for (const { id, who, event } of told) {
    const model = gate.modelOf(event.table);
    const known = names.get(event.table);
    const rows = rowsSeen(reader, model, event, known);
    const isOpen = open.includes(event) && (rows.some((row) => known?.has(row.id)) || seesAll(reader, model));
    const changes = isOpen ? shownChanges(gate, messages.find, reader, event, related) : [];
    const table = textOf(model.label, reader.language);
    const found = open.includes(event) ? results.get(event.job ?? 0) : undefined;
    const result = found?.table === event.table ? found : undefined;
    sentences.set(id, sentence(say, { who, event, rows, changes, result, table, model, reader }));
  }
  return sentences;
}

/** Who has done it, and as whom. */
const asWho = (say: Say, { actor, username }: Pick<LogEntry, 'actor' | 'username'>): string =>
  actor ? say('as', { actor, who: username ?? '' }) : (username ?? '');

/** Of rows that nobody has counted there is nothing to say but what the entry is called. */
const isOfNone = ({ action, count }: AuditEvent): boolean => count === 0 && plain.has(action) && action !== 'sortable';

const mayLook = (reader: Caller, model: Model): boolean =>
  !model.source && (isAllowed(reader, model, 'index') || isAllowed(reader, model, 'edit'));

type Say = (key: string, params: Readonly<Record<string, unknown>>) => string;
const sayIn =
  (messages: Messages, language: Language): Say =>
  (key, params) =>
    messages.translate(language, `auth:activity.${key}`, params);

interface SeenRow {
  readonly id: number;
  readonly name?: string | undefined;
  readonly path?: string;
}

/** Rows by the names that they have now. One that has gone has the name that it had, for who sees every row or took it away. */
function rowsSeen(
  reader: Caller,
  model: Model,
  { rows, action }: AuditEvent,
  names: ReadonlyMap<number, string | undefined> | undefined,
): SeenRow[] {
  const title = model.fields.get(model.title)!;
  const mayName = names !== undefined && mayRead(reader, model, title);
  const mayRemember = mayName && (seesAll(reader, model) || action === 'del' || action === 'destroy');
  return rows.map(({ id, name }) => {
    if (names?.has(id) && mayName) {
      const hasPage = model.definition.page !== false && isAllowed(reader, model, 'index');
      return { id, name: names.get(id), ...(hasPage ? { path: `${model.path}/${id}` } : {}) };
    }
    return { id, ...(mayRemember ? { name } : {}) };
  });
}

interface SentenceContext {
  readonly who: string;
  readonly event: AuditEvent;
  readonly rows: readonly SeenRow[];
  readonly changes: readonly ShownChange[];
  /** Of an import or bulk edit that has ended. */
  readonly result: ImportResult | undefined;
  readonly table: string;
  readonly model: Model;
  readonly reader: Caller;
}

function sentence(
  say: Say,
  { who, event, rows, changes, result, table, model, reader }: SentenceContext,
): SentencePart[] {
  const { action, step, count } = event;
  const [row] = rows;
  const nameOf = ({ id, name }: SeenRow): string => name ?? say('record', { table, id });
  const about = { who, table, count, record: mark };
  const told = (key: string, params: Readonly<Record<string, unknown>> = {}): SentencePart[] =>
    parts(say(key, { ...about, ...params }), row && { text: nameOf(row), path: row.path });
  if (action === 'import' || action === 'bulkJob') {
    if (step === 'undo' || step === 'cancel') return told(`${action}.${step}`);
    if (!result) return told(`${action}.run`);
    return action === 'import'
      ? told('import.ended', { written: writtenBy(say, result) })
      : told('editMany', { count: result.edited });
  }
  if (action === 'undoEdit') return told('undoEdit');
  // Nothing yet, when a job does it.
  if (action === 'bulkEdit' && (count === 0 || count > mostEdited)) return told('bulkJob.run');
  const own = model.actions.get(action)?.handler
    ? textOf(model.actions.get(action)!.label ?? nameInWords(action), reader.language)
    : undefined;
  if (own !== undefined) return told(count === 0 ? 'ownList' : count === 1 ? 'own' : 'ownMany', { action: own });
  const kind = plain.has(action) ? action : 'edit';
  if (count > 1) {
    const listed = kind === 'edit' ? listOf(say, changes) : kind === 'sortable' ? '' : namesOf(say, rows, count);
    return told(listed === '' ? `${kind}Many` : `${kind}ManyOf`, { listed });
  }
  if (kind !== 'edit') return told(row ? kind : `${kind}Many`);
  if (!row) return told('same');
  const [only] = changes;
  const isSwitch = only?.is === 'on' || only?.is === 'off';
  if (only && changes.length === 1)
    return told(only.is, isSwitch ? { ...only } : { ...only, field: lowered(only.field, reader.language) });
  return changes.length === 0 ? told('edit') : told('several', { changes: listOf(say, changes) });
}

function writtenBy(say: Say, { added, edited }: ImportResult): string {
  const counts = Object.entries({ added, edited }).filter(([, count]) => count > 0);
  if (counts.length === 0) return say('import.none', {});
  return counts.map(([name, count]) => say(`import.${name}`, { count })).join(say('between', {}));
}

/** Actions that have sentences of their own; whatever else a table's own code is told of has changed a record. */
const plain = new Set(['add', 'del', 'restore', 'destroy', 'sortable']);

/** The first rows by their names, as far as they are known. */
function namesOf(say: Say, rows: readonly SeenRow[], count: number): string {
  const names = rows.flatMap(({ name }) => name ?? []);
  return names.length === 0 ? '' : names.join(say('between', {})) + (count > names.length ? '…' : '');
}

function listOf(say: Say, changes: readonly ShownChange[]): string {
  const few = changes.slice(0, mostChanges).map((change) => say(`change.${change.is}`, { ...change }));
  const rest = changes.length - few.length;
  return few.join(say('between', {})) + (rest > 0 ? say('more', { count: rest }) : '');
}

/** Within a sentence; abbreviations stay as they are, and so do labels in languages that know nothing of this. */
const lowered = (label: string, language: Language): string =>
  language === 'en' && /^\p{Lu}\p{Ll}/u.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label;

/** The sentence with the record in its place. */
function parts(
  text: string,
  record: { readonly text: string; readonly path?: string | undefined } | undefined,
): SentencePart[] {
  const [before = '', after] = text.split(mark);
  const { path } = record ?? {};
  const shown: SentencePart[] =
    after === undefined || !record
      ? [{ text: text.replaceAll(mark, '') }]
      : [{ text: before }, { text: record.text, ...(path === undefined ? {} : { path }) }, { text: after }];
  return shown.filter((part) => part.text !== '');
}
