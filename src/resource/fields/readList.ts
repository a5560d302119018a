import { accept, refuse, type Parsed } from '../field.ts';

/** Rules of a list: how many elements it may have, and whether text may stand for several, parted by commas. */
export interface ListRules {
  limit: number;
  commas?: boolean;
}

/** Reads a list element by element; the same element twice counts once. One text alone is a list of one. */
export function readList<T>(
  input: unknown,
  { limit, commas = false }: ListRules,
  readOne: (element: unknown) => Parsed<T>,
): Parsed<T[]> {
  const elements = elementsOf(input, commas);
  if (!elements) return refuse('validate:list');
  if (elements.length > limit) return refuse('validate:tooMany', { limit });
  const values = new Set<T>();
  for (const element of elements) {
    const parsed = readOne(element);
    if ('refused' in parsed) return parsed;
    values.add(parsed.value);
  }
  return accept([...values]);
}

function elementsOf(input: unknown, commas: boolean): readonly unknown[] | undefined {
  if (Array.isArray(input)) return input as unknown[];
  if (typeof input !== 'string' && typeof input !== 'number') return undefined;
  return commas
    ? String(input)
        .split(',')
        .map((each) => each.trim())
    : [input];
}

/** Lists stand in their column as JSON; an empty one as NULL, so that "is empty" means the same for every kind. */
export const storeList = (value: readonly unknown[]): string | null =>
  value.length > 0 ? JSON.stringify(value) : null;
export const loadList = <T>(value: unknown): T[] => (typeof value === 'string' ? (JSON.parse(value) as T[]) : []);

/** A list as people read it. */
export const textOfList = (value: readonly string[]): string => value.join(', ');

/** The elements that stand whole in the beginning of a list's column. */
export function loadListStart<T>(beginning: string): T[] {
  // What ends in anything else may be half a number.
  const last = /["}\]]$/.test(beginning) ? beginning.length : beginning.lastIndexOf(',');
  for (let end = last; end > 0; end = beginning.lastIndexOf(',', end - 1)) {
    try {
      return JSON.parse(`${beginning.slice(0, end)}]`) as T[];
    } catch {
      // A comma within an element; the one before it may be between two.
    }
  }
  return [];
}
