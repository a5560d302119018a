/** Values of `src`, `href`, `poster` in HTML. */
const attributes = /\s(?:src|href|poster)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/**
 * The addresses that a value of a field holds: one, several, or those inside of HTML; each as it stands, and without the
 * server and the query, as attachments have it.
 */
export function addressesIn(value: unknown): Set<string> {
  const texts = [value ?? []].flat().filter((each): each is string => typeof each === 'string');
  const given = texts.flatMap((text) => (text.includes('<') ? htmlAddresses(text) : [text]));
  return new Set(given.flatMap((text) => pathOf(text)));
}

const htmlAddresses = (html: string): string[] =>
  [...html.matchAll(attributes)].map(([, double, single]) => (double ?? single ?? '').replaceAll('&amp;', '&'));

function pathOf(address: string): string[] {
  if (!/^(?:\/(?!\/)|https?:\/\/)/i.test(address) || address.length > 2000) return [];
  try {
    return [decodeURIComponent(new URL(address, 'http://site').pathname)];
  } catch {
    return [];
  }
}
