import type { Model } from '../model.ts';
import type { ModelField } from '../modelField.ts';

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

/** Where a path leads; undefined when it leads nowhere. What anybody may read is not asked here. */
export function placeOf(models: ReadonlyMap<string, Model>, start: Model, path: string): Place | undefined {
  const names = path.split('.');
  const column = names.pop()!;
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
  const field = model.fields.get(column);
  return field && { path: [...names.map(snakeCase), column].join('.'), steps, model, field };
}

/**
 * What a path calls the way that a field leads: `category` for `category_id`, `tags` for `tag_ids`, else the field's own
 * name; undefined for a field that leads nowhere.
 */
export function relationName({ name, to }: Pick<ModelField, 'name' | 'to'>): string | undefined {
  if (to === undefined) return undefined;
  return name.endsWith('_ids') ? pluralOf(name.slice(0, -'_ids'.length)) : name.replace(/_id$/, '');
}

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

/** Clients of the protocol name relations in camelCase too. */
const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter, at: number) => `${at > 0 ? '_' : ''}${letter.toLowerCase()}`);
