import type { AnyKind } from '../field.ts';
import * as f from './list.ts';

/** The fields of the language: `f.text({ … })`. */
export { f };

/** The kinds that come with the language, by name. A plugin's kinds are the application's that loads it. */
export const builtInKinds: ReadonlyMap<string, AnyKind> = new Map(
  Object.values(f).map(({ kind }) => [kind.kind, kind]),
);

/** The built-in kind of that name; throws when there is none. */
export function kindOf(name: string): AnyKind {
  const kind = builtInKinds.get(name);
  if (!kind) throw new Error(`There is no built-in kind "${name}". Kinds: ${[...builtInKinds.keys()].join(', ')}.`);
  return kind;
}
