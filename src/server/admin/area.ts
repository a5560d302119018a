import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Route, RouteRequest } from '../http/route.ts';

/** Its code, its name, and those below; made by `tools/divisions.ts`. */
type Division = readonly [code: string, name: string, below?: readonly Division[]];
interface Place {
  readonly value: string;
  readonly label: string;
}

/** The list for an area field: provinces, the cities of `province`, or the districts of `city`; empty when there is no such place. */
async function answerArea({ query: { province, city } }: RouteRequest): Promise<readonly Place[]> {
  return (await loadPlaces()).get(codeOf(city) || codeOf(province)) ?? [];
}

export const areaRoutes: readonly Route[] = [
  { method: 'GET', url: '/admin/ajax/area', node: 'signed-in', handler: answerArea },
  { method: 'GET', url: '/api/ajax/area', node: 'everyone', handler: answerArea },
];

/** Empty when nothing was sent; whatever is no code is a code that no place has. */
const codeOf = (input: unknown): string =>
  input === undefined || input === null
    ? ''
    : typeof input === 'string' || typeof input === 'number'
      ? String(input)
      : 'none';

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
