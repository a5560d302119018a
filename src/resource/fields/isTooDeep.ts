/** Elements within elements; editors make some dozens. What reads HTML takes the square of their number. */
const deepest = 200;
const tag = /<(\/?)([a-z][^\s/>]*)/gi;
const withoutContent = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** What ends where one of these begins; any other element may be in one of its kind. */
const endedBy: Readonly<Record<string, readonly string[]>> = {
  p: ['p'],
  li: ['li'],
  option: ['option'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['td', 'th', 'tr'],
};

/** Whether elements stand in each other that deep, as a parser takes them that ends none before it has to. */
export function isTooDeep(html: string): boolean {
  const open: string[] = [];
  for (const [, end, given = ''] of html.matchAll(tag)) {
    const name = given.toLowerCase();
    if (end) {
      const at = open.lastIndexOf(name);
      if (at !== -1) open.length = at;
    } else if (!withoutContent.has(name)) {
      const ended = endedBy[name] ?? [];
      while (ended.includes(open.at(-1) ?? '')) open.pop();
      open.push(name);
      if (open.length > deepest) return true;
    }
  }
  return false;
}
