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

/**
 * The list for an area field: provinces, the cities of `province`, or the districts of `city`; empty where there is nothing
 * below, as below a place that is none any more.
 */
async function answerArea({ query }: RouteRequest): Promise<readonly Place[]> {
  const [province, city] = [codeIn(query, 'province'), codeIn(query, 'city')];
  return (await loadPlaces()).get(city || province) ?? [];
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

let places: Promise<ReadonlyMap<string, readonly Place[]>> | undefined;

/** Places below every place; the provinces below the empty code. The file is read once, when it is first needed. */
function loadPlaces(): Promise<ReadonlyMap<string, readonly Place[]>> {
  places ??= readPlaces();
  // A failure is not kept: the next request reads again.
  places.catch(() => (places = undefined));
  return places;
}

/** The file is read again when it is next needed. */
export const forgetPlaces = (): void => void (places = undefined);

async function readPlaces(): Promise<ReadonlyMap<string, readonly Place[]>> {
  const { provinces } = JSON.parse(await readFile(join(import.meta.dirname, 'divisions.json'), 'utf8')) as {
    provinces: readonly Division[];
  };
  const found = new Map<string, readonly Place[]>([['', provinces.map(placeOf)]]);
  for (const [province, , cities = []] of provinces) {
    found.set(province, cities.map(placeOf));
    for (const [city, , districts = []] of cities) found.set(city, districts.map(placeOf));
  }
  return found;
}

const placeOf = ([code, name]: Division): Place => ({ value: code, label: name });
