import { looksIntoNumber, type Manifest, type Model, type ModelField, type Operator } from '#resource';
import { sampleValues } from './sampleValues.ts';
import { everything, outcomeOf, placesOf, seed, type Side } from './side.ts';

/** What one filter or order answers: places of samples, or the key of a refusal. */
export type Answers = Record<string, unknown>;

/** The answer to every operator with a few operands, and to every order, of all fields that the manifest offers. */
export async function answersOf(side: Side, model: Model): Promise<Answers> {
  const manifest = side.app.gate.manifest(everything, model, 'en');
  const answers: Answers = {};
  const ask = async (what: string, query: Record<string, unknown>): Promise<void> => {
    const job = () => side.app.gate.index(everything, model, { limit: 1000, isTree: 0, ...query });
    const answer = await outcomeOf(job);
    answers[what] = 'refused' in answer ? answer : placesOf(side, model, answer.list);
  };
  for (const field of comparable(model, manifest)) {
    const { operators, sortable } = manifest.fields[field.name]!;
    const within = (['LIKE', 'NOT LIKE'] as const).filter(
      (each) => field.to === undefined && looksIntoNumber(each, field),
    );
    for (const operator of new Set([...operators, ...within])) {
      for (const [at, val] of operandsOf(side, field, operator).entries())
        await ask(`${field.name} ${operator} ${at}`, { search: [{ field: field.name, operator, val }] });
    }
    // Ids of other rows differ between databases, so the order by them does too.
    if (sortable && field.to === undefined)
      for (const way of ['asc', 'desc']) await ask(`order ${field.name} ${way}`, { order: `${field.name},${way}` });
  }
  return answers;
}

/** Times and counters are those of the database; what only the server sets is the same nothing everywhere. */
const comparable = (model: Model, manifest: Manifest): ModelField[] =>
  [...model.fields.values()].filter(
    ({ name, readonly, sql }) => manifest.fields[name] && (!readonly || sql !== undefined) && name !== 'weigh',
  );

/** Operands for one operator, none of them empty. */
function operandsOf(side: Side, field: ModelField, operator: Operator): readonly unknown[] {
  if (operator === 'NULL' || operator === 'NOT NULL') return [1];
  const values = field.to === undefined ? plainOperands(field) : (side.rows.get(field.to) ?? []).slice(0, 2);
  if (values.length === 0) return [];
  const [first, second = first] = values;
  if (operator === 'IN' || operator === 'NOT IN') return [[first], [first, second]];
  if (/RANGE$|PERIOD$/.test(operator))
    return [
      [first, second],
      [second, first],
      [first, ''],
      ['', second],
    ].map(([from, to]) => [from, to]);
  return values.slice(0, 4);
}

function plainOperands(field: ModelField): unknown[] {
  const values = field.sql ? [0, 1, 100] : sampleValues(field, seed).accepted;
  const single = values.flat().filter((value) => typeof value === 'string' || typeof value === 'number');
  return [...new Set(single)].filter((value) => value !== '').slice(0, 6);
}
