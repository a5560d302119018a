import type { PluginRequest, PluginRoute } from '#plugin';
import type { Contribution } from './uploadParts.ts';

/** Seconds that browsers keep an icon: it is drawn from its address alone. */
const age = 604_800;

/** `GET …/ajax/buildSuffixSvg`: an icon for files that have no preview (specification §7). */
export const suffixIcons: Contribution = {
  routes: [
    { ...route('/admin/ajax/buildSuffixSvg'), node: 'signed-in', tokenInQuery: true },
    { ...route('/ajax/buildSuffixSvg'), node: 'everyone' },
  ],
};

function route(url: string): Pick<PluginRoute, 'method' | 'url' | 'handler'> {
  return {
    method: 'GET',
    url,
    handler: ({ query }: PluginRequest) =>
      new Response(suffixIcon(query['suffix'], query['background']), {
        headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': `private, max-age=${age}` },
      }),
  };
}

/** A sheet of paper with up to four letters and digits of the suffix; whatever else is sent is left out. */
export function suffixIcon(suffix: unknown, background: unknown): string {
  const letters = (typeof suffix === 'string' ? suffix.slice(0, 100) : '')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 4)
    .toUpperCase();
  const colour = colourIn(background) ?? `hsl(${hueOf(letters)} 45% 45%)`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">' +
    '<path fill="#e2e5e7" d="M128 0a32 32 0 0 0-32 32v448a32 32 0 0 0 32 32h320a32 32 0 0 0 32-32V128L352 0z"/>' +
    '<path fill="#b0b7bd" d="M384 128h96L352 0v96a32 32 0 0 0 32 32z"/>' +
    `<path fill="${colour}" d="M416 416a16 16 0 0 1-16 16H48a16 16 0 0 1-16-16V256a16 16 0 0 1 16-16h352a16 16 0 0 1 16 16z"/>` +
    '<text x="224" y="336" fill="#fff" font-family="sans-serif" font-size="120" font-weight="700" ' +
    `text-anchor="middle" dominant-baseline="central">${letters}</text></svg>`
  );
}

/** Hex digits, with or without `#`, or `rgb(1,2,3)`. */
function colourIn(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const [, hex] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(given) ?? [];
  if (hex !== undefined) return `#${hex.toLowerCase()}`;
  return /^rgb\(\d{1,3},\d{1,3},\d{1,3}\)$/.test(given) ? given : undefined;
}

/** Of equal suffixes always the same: 0 to 359. */
const hueOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
