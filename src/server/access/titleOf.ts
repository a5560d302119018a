import { eachLanguage, textOf, type Label } from '#resource';
import type { WantedRule } from './wantedRules.ts';

type Rules = ReadonlyMap<string, WantedRule>;

/** What people call the page and its action at an address such as `/admin/auth.admin/edit`; unknown parts as they stand there. */
export function titleOf(address: string, made: Rules, between = '-'): Label {
  const [page, action] = namesIn(address);
  const parts = [
    made.get(nodeOf(page))?.label ?? page,
    made.get(`${nodeOf(page)}/${action.toLowerCase()}`)?.label ?? action,
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
export const knownTitleOf = (address: string, made: Rules): Label =>
  made.has(nodeOf(namesIn(address)[0])) ? titleOf(address, made, ' › ') : address;

function namesIn(address: string): [page: string, action: string] {
  const [, , page = '', action = ''] = address.split('/');
  return [page, action];
}

const nodeOf = (page: string): string => page.replaceAll('.', '/').toLowerCase();
