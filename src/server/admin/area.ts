import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem, shown } from '#resource';
import type { Route, RouteRequest } from '../http/route.ts';

/** Its code, its name, and those below; made by `tools/divisions.ts`. */
type Division = readonly [code: string, name: string, below?: readonly Division[]];
interface Place {
  readonly value: string;
  readonly label: string;
}

/** Codes that one call may ask the names of. */
const mostCodes = 300;

/**
 * The list for an area field: provinces, the cities of `province`, or the districts of `city`; empty where there is nothing
 * below, as below a place that is none any more. With `codes`, such as `44,4403`, those places that there are.
 */
async function answerArea({ query }: RouteRequest): Promise<readonly Place[]> {
  const { codes } = query;
  if (codes !== undefined) {
    const wanted = typeof codes === 'string' ? codes.split(',').slice(0, mostCodes) : [];
    const { names } = await loadPlaces();
    return [...new Set(wanted)].flatMap((value) => {
      const label = names.get(value);
      return label === undefined ? [] : [{ value, label }];
    });
  }
  const [province, city] = [codeIn(query, 'province'), codeIn(query, 'city')];
  return (await loadPlaces()).below.get(city || province) ?? [];
}

export const areaRoutes: readonly Route[] = [
  { method: 'GET', url: '/admin/ajax/area', node: 'signed-in', handler: answerArea },
  { method: 'GET', url: '/api/ajax/area', node: 'everyone', handler: answerArea },
];

/** Empty when nothing was sent; whatever cannot be a code is refused. */
function codeIn(query: RouteRequest['query'], name: 'province' | 'city'): string {
  const input = query[name];
  if (input === undefined || input === null || input === '') return '';
  if (typeof input === 'object' || !/^\d{1,12}$/.test(String(input)))
    throw new Problem('server:wrongPlace', { name, value: shown(input) });
  return String(input);
}

interface Places {
  /** Places below every place; the provinces below the empty code. */
  readonly below: ReadonlyMap<string, readonly Place[]>;
  readonly names: ReadonlyMap<string, string>;
}
let places: Promise<Places> | undefined;

/** The file is read once, when it is first needed. */
function loadPlaces(): Promise<Places> {
  places ??= readPlaces();
  // A failure is not kept: the next request reads again.
  places.catch(() => (places = undefined));
  return places;
}

/** The file is read again when it is next needed. */
export const forgetPlaces = (): void => void (places = undefined);

async function readPlaces(): Promise<Places> {
  const { provinces } = JSON.parse(await readFile(join(import.meta.dirname, 'divisions.json'), 'utf8')) as {
    provinces: readonly Division[];
  };
  const below = new Map<string, readonly Place[]>([['', provinces.map(placeOf)]]);
  for (const [province, , cities = []] of provinces) {
    below.set(province, cities.map(placeOf));
    for (const [city, , districts = []] of cities) below.set(city, districts.map(placeOf));
  }
  const all = [...below.values()].flat();
  return { below, names: new Map(all.map(({ value, label }) => [value, label])) };
}

const placeOf = ([code, name]: Division): Place => ({ value: code, label: name });
