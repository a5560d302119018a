import { eachLanguage, textOf, type Label } from '#resource';
import type { WantedRule } from './wantedRules.ts';

/** Labels by nodes, such as `auth/admin/edit`, and by `call <name>` for calls of every table that have none. */
export type Titles = ReadonlyMap<string, Pick<WantedRule, 'label'>>;

const calls = {
  ...Object.fromEntries(['bulkEdit', 'undoEdit', 'restoreValues', 'bulkJob', 'importFile'].map((call) => [call, call])),
  // What a list is drawn from, and what chooses among its records, is seen by who may view it.
  manifest: 'index',
  select: 'index',
  importTemplate: 'import',
};

/** What people call all that has a node, and the calls of tables. `label` finds a text of the product. */
export const titlesOf = (wanted: readonly WantedRule[], label: (key: string) => Label | undefined): Titles =>
  new Map([
    ...Object.entries(calls).map(
      ([call, rule]) => [`call ${call.toLowerCase()}`, { label: label(`rule:${rule}`) ?? call }] as const,
    ),
    ...wanted.map((rule) => [rule.name.toLowerCase(), rule] as const),
  ]);

/** What people call the page and its action at an address such as `/admin/auth.admin/edit`; unknown parts as they stand there. */
export function titleOf(address: string, made: Titles, between = '-'): Label {
  const [page, action] = namesIn(address);
  const parts = [
    made.get(nodeOf(page))?.label ?? page,
    (made.get(`${nodeOf(page)}/${action.toLowerCase()}`) ?? made.get(`call ${action.toLowerCase()}`))?.label ?? action,
  ];
  return eachLanguage((language) =>
    parts
      .map((part) => textOf(part, language))
      .filter(Boolean)
      .join(between)
      .slice(0, 255),
  );
}

/** The same for a page that there is; any other address as it is. */
export const knownTitleOf = (address: string, made: Titles): Label =>
  made.has(nodeOf(namesIn(address)[0])) ? titleOf(address, made, ' › ') : address;

function namesIn(address: string): [page: string, action: string] {
  const [, , page = '', action = ''] = address.split('/');
  return [page, action];
}

const nodeOf = (page: string): string => page.replaceAll('.', '/').toLowerCase();
