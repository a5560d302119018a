import { textOf, type Label, type RealmName } from '#resource';
import { system } from '../table/createGate.ts';
import type { Gate } from '../table/gate.ts';
import { moveSaved } from '../table/saved/moveSaved.ts';
import { moveRules, placeOf, type RuleRows } from './moveRules.ts';
import type { RuleRow } from './ownedRules.ts';
import type { WantedRule } from './wantedRules.ts';

interface RealmRules {
  readonly realm: RealmName;
  /** Of the realm's rules. */
  readonly table: string;
}
const ofAdmins: RealmRules = { realm: 'admin', table: 'admin_rule' };

/**
 * Makes the rules that are missing, follows labels that nobody has edited, and marks those whose table is gone. What an
 * administrator changed (title, icon, place, status) stays, and what people have made of a list goes with it where it moves. In one
 * transaction: a new plugin has ten rules, and the disk would be waited for after each.
 */
export async function syncRules(gate: Gate, wanted: readonly WantedRule[], { realm, table } = ofAdmins): Promise<void> {
  const model = gate.modelOf(table);
  await gate.transact(system, async (transaction) => {
    const moved = await sync(transaction.rows(model) as unknown as RuleRows, wanted);
    await moveSaved(gate, transaction, realm, moved);
  });
}

/** Returns the former paths of pages that have moved, by the new ones. */
async function sync(rows: RuleRows, wanted: readonly WantedRule[]): Promise<ReadonlyMap<string, string>> {
  const known = new Map((await rows.list()).map((rule) => [rule.name.toLowerCase(), rule]));
  const moved = await moveRules(rows, known, wanted);
  for (const [at, rule] of wanted.entries()) {
    const row = known.get(rule.name.toLowerCase());
    // Below those that say where they want to be, in the order in which they are declared.
    const weigh = rule.weigh ?? -at - 1;
    if (!row) known.set(rule.name.toLowerCase(), await rows.add(newRule(rule, weigh, known) as never));
    else {
      await follow(rows, row, rule, weigh);
      const from = moved.get(rule.name);
      const pid = from === undefined ? row.pid : placeOf(row, from, rule.name, known);
      if (pid !== row.pid) await rows.edit(row.id, { pid });
    }
  }
  const names = new Set(wanted.map(({ name }) => name.toLowerCase()));
  for (const row of known.values()) {
    if (row.made_title !== null && row.gone !== 1 && !names.has(row.name.toLowerCase()))
      await rows.edit(row.id, { gone: 1 });
  }
  return moved;
}

/** Rules that an earlier version has made know one language and no order. */
async function follow(rows: RuleRows, row: RuleRow, { label }: WantedRule, weigh: number): Promise<void> {
  const titles = titlesOf(label);
  if (row.gone !== 1 && row.made_title === titles.made_title && row.made_title_en === titles.made_title_en) return;
  await rows.edit(row.id, {
    gone: 0,
    ...titles,
    ...(row.title === row.made_title ? { title: titles.made_title } : {}),
    ...(row.made_title_en === null && row.weigh === 0 ? { weigh } : {}),
  });
}

function newRule(
  { name, parent, type, label, icon, remark, isHidden }: WantedRule,
  weigh: number,
  known: ReadonlyMap<string, RuleRow>,
): Record<string, unknown> {
  return {
    pid: parent === undefined ? null : known.get(parent.toLowerCase())!.id,
    type,
    title: titlesOf(label).made_title,
    ...titlesOf(label),
    name,
    ...(type === 'button' ? {} : { path: name, icon: icon ?? '' }),
    ...(remark === undefined ? {} : { remark: shortened(textOf(remark, 'zh-cn'), 255) }),
    ...(isHidden ? { extend: 'add_rules_only' } : {}),
    weigh,
  };
}

const titlesOf = (label: Label) => ({
  made_title: shortened(textOf(label, 'zh-cn'), 100),
  made_title_en: shortened(textOf(label, 'en'), 100),
});

/** Whole characters only: half of one is refused by databases. */
const shortened = (text: string, most: number): string => [...text].slice(0, most).join('');
