import { builtInKinds, type AnyKind } from '#resource';

const kinds = new Map(builtInKinds);

/** What the browser knows of a kind; undefined for one of a plugin that has not given it to the browser. */
export const kindNamed = (name: string): AnyKind | undefined => kinds.get(name);

/** Gives the browser a plugin's kind, so that forms check its values as the server does. */
export function registerKind(kind: AnyKind): void {
  kinds.set(kind.kind, kind);
}
