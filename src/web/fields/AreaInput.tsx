import { Cascader } from 'antd';
import { useEffect, useState } from 'react';
import { useRequest, type Request } from '../http/useRequest.ts';
import { adminRealm } from '../realms/admin.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { selectProps, isBlank, optionOf, type InputProps } from './view.ts';

interface Place {
  value: string;
  label: string;
  isLeaf: boolean;
  children?: Place[];
}

/**
 * Province, city and district, each level loaded when it is opened. `single` gives the last code alone, as a filter
 * wants it.
 */
export function AreaInput({ single = false, ...props }: InputProps & { single?: boolean }) {
  const request = useRequest();
  const url = useRealm() === adminRealm ? '/admin/ajax/area' : '/api/ajax/area';
  const level = optionOf<number>(props.field, 'level') ?? 3;
  const [places, setPlaces] = useState<Place[]>([]);
  const codes = codesOf(props.value);
  const wanted = codes.join();
  useEffect(() => {
    let current = true;
    void loadPath(request, url, level, wanted ? wanted.split(',') : []).then(
      (loaded) => current && setPlaces((before) => (before.length && !wanted ? before : loaded)),
    );
    return () => {
      current = false;
    };
  }, [request, url, level, wanted]);
  return (
    <Cascader<Place>
      {...selectProps(props)}
      className="full-width"
      changeOnSelect
      options={places}
      value={codes}
      loadData={(path) => {
        const last = path.at(-1)!;
        void loadPlaces(
          request,
          url,
          level,
          path.map((each) => each.value),
        ).then((children) => {
          last.children = children;
          setPlaces((before) => [...before]);
        });
      }}
      onChange={(path) => props.onChange?.(single ? (path?.at(-1) ?? null) : (path ?? []))}
    />
  );
}

/** A code of six digits says which city and province it lies in. */
function codesOf(value: unknown): string[] {
  if (isBlank(value)) return [];
  if (Array.isArray(value)) return value.map(String);
  const code = String(value as string);
  return [...new Set([code.slice(0, 2), code.slice(0, 4), code])];
}

/** The provinces, and below the chosen places their neighbours, so that the labels can be shown; in parallel. */
async function loadPath(request: Request, url: string, level: number, codes: readonly string[]): Promise<Place[]> {
  const depths = Array.from({ length: Math.min(level, codes.length + 1) }, (_, depth) => depth);
  const levels = await Promise.all(depths.map((depth) => loadPlaces(request, url, level, codes.slice(0, depth))));
  depths.slice(1).forEach((depth) => {
    const above = levels[depth - 1]!.find((place) => place.value === codes[depth - 1]);
    if (above) above.children = levels[depth]!;
  });
  return levels[0] ?? [];
}

async function loadPlaces(
  request: Request,
  url: string,
  level: number,
  [province, city]: readonly string[],
): Promise<Place[]> {
  const list = await request.get<{ value: string | number; label: string }[]>(url, { province, city });
  const depth = city ? 3 : province ? 2 : 1;
  return list.map(({ value, label }) => ({ value: String(value), label, isLeaf: depth >= level }));
}
