import { Misdeclared, type Model, type ModelField } from '#resource';

/** A field whose row must be there before the one that it stands in. */
interface Need {
  readonly model: Model;
  readonly field: ModelField;
}

/**
 * Tables that require a row of one another, or of themselves, each circle once: no first row can ever be added. They stay, since
 * rows of a time when the fields were not required are as good as any.
 */
export function rowlessCircles(
  models: readonly Model[],
  fileOf: (need: Need) => string,
): { readonly need: Need; readonly error: Misdeclared }[] {
  const needs = new Map(models.map((model) => [model.name, needsOf(model)]));
  const told = new Set<string>();
  return models.flatMap((model) => {
    const circle = circleFrom(model.name, needs);
    const name = circle
      ?.map((each) => each.model.name)
      .toSorted()
      .join(' ');
    if (!circle || told.has(name!)) return [];
    told.add(name!);
    const [need, ...others] = circle as [Need, ...Need[]];
    const field = need.field.name;
    const chain = [need, ...others].map((each) => `"${each.model.name}.${each.field.name}" (${fileOf(each)})`);
    const why =
      others.length === 0
        ? 'each needs another row of the same table'
        : `each of these needs a row of the next: ${chain.join(', ')}, and again the first`;
    const sentence = `Field "${field}": no first row can ever be added, since ${why}. Leave out required`;
    return [{ need, error: new Misdeclared(`${sentence}${others.length === 0 ? '' : ' of one'}.`, [`${field}:`]) }];
  });
}

/** Of a table whose rows are here. A default, and a condition under which the field is shown, can let a row do without. */
const needsOf = (model: Model): Need[] =>
  [...(model.source ? [] : model.fields.values())]
    .filter(({ to, column, options }) => to !== undefined && column && options.required)
    .filter(({ options }) => options.when === undefined && options.default === undefined)
    .map((field) => ({ model, field }));

/** The shortest way from a table back to it. */
function circleFrom(start: string, needs: ReadonlyMap<string, readonly Need[]>): readonly Need[] | undefined {
  const seen = new Set<string>();
  let ways: readonly (readonly Need[])[] = [[]];
  while (ways.length > 0) {
    ways = ways.flatMap((way) => (needs.get(way.at(-1)?.field.to ?? start) ?? []).map((need) => [...way, need]));
    const closed = ways.find((way) => way.at(-1)!.field.to === start);
    if (closed) return closed;
    ways = ways.filter((way) => !seen.has(way.at(-1)!.field.to!) && seen.add(way.at(-1)!.field.to!));
  }
  return undefined;
}
