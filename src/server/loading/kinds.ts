import type { AnyKind, Model } from '#resource';

/** The kinds of one application by name: the built-in ones and those that its plugins bring. */
export type Kinds = Map<string, AnyKind>;

/** Adds a plugin's kind. Names are unique, because the browser knows a kind by its name. */
export function addKind(kinds: Kinds, kind: AnyKind): void {
  if (kinds.has(kind.kind)) throw new Error(`The field kind "${kind.kind}" exists already; choose another name.`);
  kinds.set(kind.kind, kind);
}

/** The model, whose fields are all of kinds that the application has; throws an Error that says what to write instead. */
export function assertKinds(model: Model, kinds: ReadonlyMap<string, AnyKind>): Model {
  for (const { name, kind } of model.fields.values()) {
    if (kinds.get(kind.kind) !== (kind.encrypted?.plain ?? kind))
      throw new Error(`Field "${name}": no plugin brings its kind "${kind.kind}"; name it in the plugin's "fields".`);
  }
  return model;
}
