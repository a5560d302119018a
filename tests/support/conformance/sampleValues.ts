import fc from 'fast-check';
import { parseField, type AnyKind, type FieldOptions, type ModelField } from '#resource';
import { fieldCases } from '../fieldCases/index.ts';

/** Inputs for one field: what its kind and options take, and what they refuse. */
export interface SampleValues {
  readonly accepted: readonly unknown[];
  readonly refused: readonly unknown[];
}

/** Options that say something about values of several kinds. */
interface Limits {
  min?: unknown;
  max?: unknown;
  pattern?: RegExp | string;
  items?: Readonly<Record<string, unknown>>;
}
const taken = 24;
type Sampled = Pick<ModelField, 'name' | 'kind' | 'options'>;
/** Found already, by seed: some inputs are megabytes, and each operator of a field asks. */
const found = new WeakMap<Sampled, Map<number, SampleValues>>();

/**
 * Values of a field that holds no references: those of its kind (built-in kinds have theirs in `fieldCases.ts`, a plugin's
 * kind in `samples`) and some that its options suggest, told apart by its own rules. The same seed gives the same values.
 */
export function sampleValues(field: Sampled, seed: number): SampleValues {
  const known = found.get(field) ?? new Map<number, SampleValues>();
  found.set(field, known);
  const values = known.get(seed) ?? findValues(field, seed);
  known.set(seed, values);
  return values;
}

function findValues({ name, kind, options }: Sampled, seed: number): SampleValues {
  const cases = fieldCases[kind.kind];
  const given = {
    accepted: kind.samples?.accepted ?? cases?.accepted.map(([input]) => input) ?? [],
    refused: kind.samples?.refused ?? cases?.refused.map(([input]) => input) ?? [],
  };
  const candidates = [...given.accepted, ...given.refused, ...suggested(kind, options, seed)];
  const isTaken = (input: unknown): boolean => {
    const parsed = parseField(kind, { ...options, required: true, default: undefined }, input);
    return 'value' in parsed && parsed.value !== null;
  };
  const accepted = candidates.filter(isTaken);
  if (accepted.length === 0 && !cases && !kind.samples)
    throw new Error(`Field "${name}": give the kind "${kind.kind}" its samples: { accepted: […], refused: […] }.`);
  // What is empty is refused by `required` alone, which is tested elsewhere.
  return {
    accepted: shuffled(accepted, seed).slice(0, taken),
    refused: given.refused.filter((input) => isRefused(kind, options, input)),
  };
}

const isRefused = (kind: AnyKind, options: FieldOptions, input: unknown): boolean =>
  'refused' in parseField(kind, { ...options, required: false, default: undefined }, input) &&
  // Over the wire comes JSON only.
  JSON.stringify(input) !== undefined &&
  JSON.stringify(JSON.parse(JSON.stringify(input))) === JSON.stringify(input);

function suggested(kind: AnyKind, options: FieldOptions, seed: number): unknown[] {
  const { min, max, pattern, items } = options as FieldOptions & Limits;
  const draw = (values: fc.Arbitrary<unknown>): unknown[] => fc.sample(values, { seed, numRuns: taken });
  return [
    ...(options.default === undefined ? [] : [options.default]),
    ...[min, max].filter((limit) => limit !== undefined),
    ...(items ? Object.keys(items).flatMap((key) => [key, [key]]) : []),
    ...(pattern === undefined ? [] : matching(new RegExp(pattern), draw)),
    ...(kind.searchable ? [...draw(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })), ...names] : []),
    ...(typeof min === 'number' || typeof max === 'number'
      ? draw(fc.integer({ min: Math.ceil(Number(min ?? -1000)), max: Math.floor(Number(max ?? 1_000_000)) }))
      : []),
  ];
}

/** What many rules for names take. */
const names = Array.from({ length: taken }, (_, at) => [
  `name${at}`,
  `name/part${at}`,
  `Name_${at}`,
  `${100 + at}`,
]).flat();

function matching(pattern: RegExp, draw: (values: fc.Arbitrary<unknown>) => unknown[]): unknown[] {
  try {
    return draw(fc.stringMatching(new RegExp(pattern)));
  } catch {
    // fast-check knows no assertions that look ahead.
    return [];
  }
}

const shuffled = (values: readonly unknown[], seed: number): unknown[] =>
  fc.sample(fc.shuffledSubarray([...values], { minLength: values.length, maxLength: values.length }), {
    seed,
    numRuns: 1,
  })[0]!;
