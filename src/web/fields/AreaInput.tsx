import { useRequest } from '../http/useRequest.ts';
import { LevelCascader, type LevelOption } from './LevelCascader.tsx';
import { useAreaUrl } from './useAreaUrl.ts';
import { selectProps, isBlank, optionOf, type InputProps } from './view.ts';

/** Province, city and district. `single` gives the last code alone, as a filter wants it. */
export function AreaInput({ single = false, ...props }: InputProps & { single?: boolean }) {
  const request = useRequest();
  const url = useAreaUrl();
  return (
    <LevelCascader
      {...selectProps(props)}
      name={url}
      depth={optionOf<number>(props.field, 'level') ?? 3}
      path={codesOf(props.value)}
      load={([province, city]) => request.get<LevelOption[]>(url, { province, city })}
      onPath={(path) => props.onChange?.(single ? (path.at(-1) ?? null) : path)}
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
