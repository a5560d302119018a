import type { Model } from '../model.ts';
import type { ModelField } from '../modelField.ts';
import { relationName } from './relationName.ts';

/** From one table into the one that its field refers to. */
export interface Step {
  readonly from: Model;
  readonly via: ModelField;
  readonly to: Model;
  /** A row may have several related rows. */
  readonly many: boolean;
}
/** The field that a path names, and the relations on the way to it. */
export interface Place {
  /** As the tables spell it: `category.name`. */
  readonly path: string;
  readonly steps: readonly Step[];
  /** The table of the field. */
  readonly model: Model;
  readonly field: ModelField;
}

/**
 * Where a path leads, its last name being that of a field or an alias; undefined when it leads nowhere. What anybody
 * may read is not asked here.
 */
export function placeOf(models: ReadonlyMap<string, Model>, start: Model, path: string): Place | undefined {
  const names = (start.aliases.get(path) ?? path).split('.');
  const asked = names.pop()!;
  const steps: Step[] = [];
  let model = start;
  for (const name of names.map(snakeCase)) {
    const from = model;
    const via = [...from.fields.values()].find((each) => relationName(each) === name);
    const to = via && models.get(via.to!);
    if (!to) return undefined;
    steps.push({ from, via, to, many: via.column === null });
    model = to;
  }
  const field = model.fields.get(model.aliases.get(asked) ?? asked);
  return field && { path: [...names.map(snakeCase), field.name].join('.'), steps, model, field };
}

/** Clients of the protocol name relations in camelCase too. */
const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter, at: number) => `${at > 0 ? '_' : ''}${letter.toLowerCase()}`);
