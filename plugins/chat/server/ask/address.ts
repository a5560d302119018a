import { Problem, type Manifest } from '#resource';
import { short } from './known.ts';

/** Where the list with this filter is, in the words of its own address. */
export function addressOf(
  { path }: Manifest,
  { filter, words, order }: { readonly filter?: string | undefined; readonly words?: string; readonly order?: string },
): string {
  const query = new URLSearchParams();
  if (order) query.set('order', order);
  if (words) query.set('quickSearch', words);
  if (filter !== undefined) query.set('filter', filter);
  const text = query.toString();
  return `/admin/${path}${text === '' ? '' : `?${text}`}`;
}

/** The filter that a model has written, as JSON text: models write objects, lists, and texts of either. */
export function filterIn(given: unknown): string | undefined {
  const tree: unknown = typeof given === 'string' && given.trim() !== '' ? parsed(given) : given;
  if (tree === undefined || tree === null || tree === '') return undefined;
  if (typeof tree !== 'object') throw new Problem('rows:wrongCondition', { value: short(given) });
  if (Array.isArray(tree)) return tree.length === 0 ? undefined : JSON.stringify({ and: tree });
  return Object.keys(tree).length === 0 ? undefined : JSON.stringify(tree);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('rows:wrongCondition', { value: short(text) });
  }
}
