import type { Caller, HookContext, PrivateOptions } from '#resource';
import { f, Invalid, Problem, table } from '#resource';
import type { ValueChange } from '#plugin';
import { isTypeAllowed } from '../shared/checks.ts';
import { addressesIn } from './addresses.ts';
import type { AttachmentRow } from './attachmentAnswer.ts';
import { isOwner } from './isOwner.ts';
import { lockIfThere } from './lockIfThere.ts';
import { suffixesLike } from './sniff.ts';
import type { Contribution } from './uploadParts.ts';

/** Which field of which row, or which setting, holds the address of an attachment. */
const attachmentUse = table('attachment_use', {
  attachment_id: f.belongsTo('attachment', { required: true, onDelete: 'cascade' }),
  /** `settings.<group>` for those of the site; its one row is 1. */
  table_name: f.text({ required: true, max: 100 }),
  field: f.text({ required: true, max: 200 }),
  row_id: f.int({ required: true, index: true }),
});

declare module '#resource' {
  interface Tables {
    attachment_use: typeof attachmentUse;
  }
}

/** What the name of a group of settings follows where tables have their name. */
export const settingsPrefix = 'settings.';

/** Kinds of fields that hold addresses of files. */
export const watchedKinds = ['image', 'images', 'file', 'files', 'richText'] as const;

/** Keeps account of which rows use which files, within the transaction that changes a row. */
export const uses: Contribution = {
  resources: [attachmentUse.resource({ page: false })],
  watch: [
    {
      kinds: watchedKinds,
      async changed({ event, table: name, field, id, before, after, context, options }: ValueChange) {
        // What lies in the trash may come back, so it is still in use.
        if (event === 'trashed' || event === 'restored') return;
        const place = { table_name: name, field, row_id: id };
        const [old, now] = [addressesIn(before), addressesIn(after)];
        await removeUses(context, place, without(old, now));
        const writing = { rules: options.private?.upload ?? {}, caller: context.caller };
        await addUses(context, place, without(now, old), writing);
      },
    },
  ],
};

export interface UsePlace {
  readonly table_name: string;
  readonly field: string;
  readonly row_id: number;
}
type Tables = Pick<HookContext, 'table' | 'now'>;

/** What the field says of its files, and who writes to it. */
interface Writing {
  readonly rules: PrivateOptions['upload'];
  readonly caller: Caller;
}

/** Adds what is not there yet, as far as whoever writes may put it there. */
export async function addUses(
  tables: Tables,
  place: UsePlace,
  urls: ReadonlySet<string>,
  writing?: Writing,
): Promise<void> {
  if (urls.size === 0) return;
  const uses = tables.table('attachment_use');
  const files = await tables.table('attachment').list({ url: { in: [...urls] } });
  for (const file of files) {
    const { id } = file;
    if (writing) assertAllowed(file, place.field, writing);
    // One after the other: two that count at once would both be wrong.
    if (!(await lockIfThere(tables.table('attachment'), id))) continue;
    if ((await uses.count({ ...place, attachment_id: id })) === 0) await uses.add({ ...place, attachment_id: id });
    await recount(tables, id);
  }
}

/**
 * A file that was chosen and not uploaded for the field keeps to what the field takes, too. Refused is also a private file
 * that somebody else has uploaded: in a row of one's own it could be read for ever.
 */
function assertAllowed(file: AttachmentRow, field: string, { rules, caller }: Writing): void {
  if (rules.private && !file.is_private) throw new Problem('upload:attachment.notPrivate');
  if (file.is_private && !isOwner(caller, file)) throw new Problem('upload:attachment.notYours');
  const isAllowed = rules.types === undefined || isTypeAllowed(rules.types, suffixesLike(file.suffix!), file.mimetype!);
  if (!isAllowed) throw new Invalid({ [field]: { key: 'upload:check.type' } });
  if (file.size! > (rules.maxSize ?? Infinity)) throw new Invalid({ [field]: { key: 'upload:check.size' } });
}

export async function removeUses(tables: Tables, place: UsePlace, urls: ReadonlySet<string>): Promise<void> {
  if (urls.size === 0) return;
  const uses = tables.table('attachment_use');
  const files = await tables.table('attachment').list({ url: { in: [...urls] } });
  for (const { id } of files) {
    if (!(await lockIfThere(tables.table('attachment'), id))) continue;
    await uses.del((await uses.list({ ...place, attachment_id: id })).map((use) => use.id));
    await recount(tables, id);
  }
}

/** Counts the uses of an attachment and writes down how many there are, and since when there are none. */
export async function recount({ table: rows, now }: Tables, id: number): Promise<number> {
  const quote = await rows('attachment_use').count({ attachment_id: id });
  const file = await rows('attachment').get(id);
  if (file && (file.quote !== quote || quote > 0 !== (file.unused_time === null)))
    await rows('attachment').edit(id, { quote, unused_time: quote === 0 ? now : null });
  return quote;
}

const without = (all: ReadonlySet<string>, those: ReadonlySet<string>): Set<string> =>
  new Set([...all].filter((each) => !those.has(each)));
