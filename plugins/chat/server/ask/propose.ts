import { createHash } from 'node:crypto';
import { Problem, type Json, type Manifest } from '#resource';
import type { Proposal } from '../../shared/ask.ts';
import type { ProposalRow } from '../tables/ask.ts';
import { askOwnerOf } from './askOwner.ts';
import { short, tableNamed, writableFields } from './known.ts';
import { relatedTitle, rowNamed } from './reading.ts';
import { idsIn, relatedText } from './related.ts';
import { textFor } from './texts.ts';
import type { Tool, ToolContext } from './tool.ts';
import { proposalTitle } from './proposalTitle.ts';

type Values = Readonly<Record<string, Json>>;
type AnyRow = Readonly<Record<string, unknown>>;
/** Proposals of one answer, and characters of a value. */
const most = 10;
const longestValue = 10_000;

export const proposeChange: Tool = async (context, { table, id, values }) => {
  const { parts, caller } = context;
  const manifest = tableNamed(parts, caller, table);
  assertAction(manifest, 'edit');
  const row = await rowNamed(parts, caller, manifest, id);
  const wanted = valuesIn(manifest, values);
  const changed = Object.entries(wanted).filter(([name, value]) => JSON.stringify(row[name]) !== JSON.stringify(value));
  if (changed.length === 0) throw new Problem('chatServer:ask.noChange');
  return proposed(context, manifest, row, Object.fromEntries(changed));
};

export const proposeRow: Tool = async (context, { table, values }) => {
  const manifest = tableNamed(context.parts, context.caller, table);
  assertAction(manifest, 'add');
  const wanted = valuesIn(manifest, values);
  if (Object.keys(wanted).length === 0) throw new Problem('chatServer:ask.noChange');
  return proposed(context, manifest, undefined, wanted);
};

function assertAction({ actions, label }: Manifest, action: string): void {
  if (!actions.includes(action)) throw new Problem('chatServer:ask.noAction', { table: label });
}

/** Values of fields that the caller may set, and that a person can judge at a glance. */
function valuesIn(manifest: Manifest, given: unknown): Values {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Problem('chatServer:ask.wrongInput', { input: short(given) });
  const fields = writableFields(manifest);
  for (const [name, value] of Object.entries(given)) {
    if (!fields.has(name)) throw new Problem('chatServer:ask.noField', { field: short(name), table: manifest.label });
    if (!isPlain(value)) throw new Problem('chatServer:ask.wrongInput', { input: short(value) });
  }
  const values = Object.entries(given as Values);
  return Object.fromEntries(values.map(([name, value]) => [name, fields.get(name)!.relation ? idsIn(value) : value]));
}

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'boolean' || typeof value === 'number' || isText(value);
const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= longestValue && value.isWellFormed() && !value.includes('\0');
const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ? value.length <= 100 && value.every(isScalar) : isScalar(value);

async function proposed(
  { parts, caller, ask }: ToolContext,
  manifest: Manifest,
  row: AnyRow | undefined,
  after: Values,
): Promise<{ data: object; part: Proposal }> {
  const rows = parts.rows('chat_proposal');
  if ((await rows.count({ ask_id: ask })) >= most)
    throw new Problem('chatServer:ask.tooManyProposals', { count: most });
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, (row?.[name] ?? null) as Json]));
  const changes = [];
  for (const [name, value] of Object.entries(after)) {
    const field = manifest.fields[name]!;
    const textOf = async (given: Json): Promise<string> =>
      field.relation ? relatedText(parts, caller, field, given) : textFor(parts, caller, field, given);
    const shown = row && (relatedTitle(field, row) ?? (await textOf((row[name] ?? null) as Json)));
    changes.push({ field: name, label: field.label, before: shown ?? '', after: await textOf(value) });
  }
  const shown = {
    table: manifest.name,
    label: manifest.label,
    name: row ? short(row[manifest.title] ?? '') : '',
    changes,
  };
  const made = await rows.add({
    ...askOwnerOf(caller),
    ask_id: ask,
    table_name: manifest.name,
    row_id: row ? Number(row['id']) : null,
    row_version: row ? Number(row['version']) : null,
    before,
    after,
    shown: shown as never,
  });
  parts.host.securityLog({
    caller,
    outcome: 'success',
    target: `change of ${manifest.name} ${row ? String(made.row_id) : 'new'} proposed by a model`,
    title: proposalTitle(made.id, 'made'),
    detail: { proposal: made.id, fields: Object.keys(after) },
  });
  return { data: { proposed: true, note: 'It waits for the person to accept or decline it.' }, part: proposalOf(made) };
}

/** By which the person says what they accept. */
export const digestOf = ({ id, table_name, row_id, row_version, after, shown }: ProposalRow): string =>
  createHash('sha256')
    .update(JSON.stringify([id, table_name, row_id, row_version, after, shown]))
    .digest('hex')
    .slice(0, 32);

/** A proposal as the person sees it. */
export const proposalOf = (row: ProposalRow): Proposal => ({
  type: 'proposal',
  id: row.id,
  digest: digestOf(row),
  ...(row.shown as unknown as Pick<Proposal, 'table' | 'label' | 'name' | 'changes'>),
  isNew: row.row_version === null,
  row: row.row_id,
  state: row.state!,
});
