import { icon as iconField } from './fields/icon.ts';
import { known } from './known.ts';
import { languages, writtenLanguages } from './label.ts';

/** A mistake in a resource file; `near` are words that stand where it was made, the most telling first. */
export class Misdeclared extends Error {
  readonly near: readonly string[];
  constructor(message: string, near: readonly string[] = []) {
    super(message);
    this.near = near;
  }
}

/** What a value must be; undefined when it is. TypeScript says the same, but nothing makes whoever adds a file run it. */
export interface Shape {
  (value: unknown): Wrong | undefined;
  /** The names that an object of this shape, or each in a list of them, may have. */
  readonly options?: Readonly<Record<string, Shape>> | undefined;
  /** The shape of all values of an object with any names. */
  readonly values?: Shape | undefined;
}
/** What it must be, and below which option, such as `menu.directory`. */
interface Wrong {
  readonly expected: string;
  readonly path: readonly string[];
  readonly value: unknown;
}

const must =
  (expected: string, holds: (value: unknown) => boolean): Shape =>
  (value) =>
    holds(value) ? undefined : { expected, path: [], value };

const isText = (value: unknown): value is string => typeof value === 'string';
/** Text that both databases keep, and that people see. */
const isShown = (value: unknown): boolean =>
  isText(value) && value.trim() !== '' && value.isWellFormed() && !value.includes('\0');
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const flag = must('true or false', (value) => typeof value === 'boolean');
export const text = must('a text', isText);
export const amount = must("an amount as text, such as '12.30'", isText);
export const day = must("a day such as '2024-12-31'", isText);
export const number = must('a number', (value) => typeof value === 'number' && Number.isFinite(value));
export const whole = must('a whole number', (value) => Number.isSafeInteger(value));
export const count = must('a whole number from 1', (value) => Number.isSafeInteger(value) && Number(value) >= 1);
export const size = must('a whole number from 0', (value) => Number.isSafeInteger(value) && Number(value) >= 0);
export const callback = must('a function', (value) => typeof value === 'function');
export const conditions = must('an object of fields and their values', isObject);
export const label = must(
  `a text that is not blank, or one for each language: { ${writtenLanguages.map((each) => `'${each}': '…'`).join(', ')} }`,
  (value) =>
    isShown(value) ||
    (isObject(value) &&
      writtenLanguages.every((language) => Object.hasOwn(value, language)) &&
      Object.entries(value).every(
        ([language, each]) => languages.some((known) => known === language) && isShown(each),
      )),
);
export const icon = must(
  "the class of an icon, such as 'fa fa-user'",
  (value) => isText(value) && 'value' in iconField.kind.parse(value, {}),
);

export const oneOf = (...values: readonly unknown[]): Shape =>
  must(`one of ${values.map((value) => JSON.stringify(value)).join(', ')}`, (value) => values.includes(value));

/** Whatever one of the shapes takes. */
export const either = (...shapes: readonly [Shape, ...Shape[]]): Shape =>
  Object.assign(
    (value: unknown): Wrong | undefined => {
      const wrong = shapes.map((shape) => shape(value));
      if (wrong.includes(undefined)) return undefined;
      // Whoever has written an object wants to know what is wrong in it.
      const deepest = wrong.toSorted((one, other) => other!.path.length - one!.path.length)[0]!;
      return deepest.path.length > 0
        ? deepest
        : { expected: wrong.map((each) => each!.expected).join(', or '), path: [], value };
    },
    { options: merged(shapes), values: shapes.find(({ values }) => values)?.values },
  );

const merged = (shapes: readonly Shape[]): Shape['options'] =>
  shapes.some(({ options }) => options) ? Object.assign({}, ...shapes.map(({ options }) => options)) : undefined;

export const listOf = (shape: Shape): Shape =>
  Object.assign(
    (value: unknown): Wrong | undefined =>
      Array.isArray(value) ? value.map(shape).find((wrong) => wrong) : { expected: 'a list', path: [], value },
    { options: shape.options },
  );

/** An object whose keys are these, all of them optional but the needed ones. */
export const object = (shapes: Readonly<Record<string, Shape>>, needed: readonly string[] = []): Shape =>
  Object.assign(
    (value: unknown): Wrong | undefined => {
      if (!isObject(value)) return { expected: 'an object', path: [], value };
      for (const [key, shape] of Object.entries(shapes)) {
        const wrong = value[key] === undefined && !needed.includes(key) ? undefined : shape(value[key]);
        if (wrong) return { ...wrong, path: [key, ...wrong.path] };
      }
      return undefined;
    },
    { options: shapes },
  );

/** An object of this shape that may have other keys too. */
export const openObject =
  (shapes: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    object(shapes)(value);

/** An object with any keys and the same kind of values. */
export const mapOf = (shape: Shape): Shape =>
  Object.assign(
    (value: unknown): Wrong | undefined => {
      if (!isObject(value)) return { expected: 'an object', path: [], value };
      for (const [key, each] of Object.entries(value)) {
        const wrong = shape(each);
        if (wrong) return { ...wrong, path: [key, ...wrong.path] };
      }
      return undefined;
    },
    { values: shape },
  );

/** Throws when the value, or an object in it, has a name that its shape does not know; `where` is what the value is called. */
export function assertKnown(shape: Shape, value: unknown, where: string, path: readonly string[] = []): void {
  if (Array.isArray(value)) for (const each of value) assertKnown(shape, each, where, path);
  if (!isObject(value)) return;
  if (shape.options) known(Object.keys(value), Object.keys(shape.options), path.length > 0 ? path.join('.') : where);
  for (const [key, each] of Object.entries(value)) {
    const inner = shape.options?.[key] ?? shape.values;
    if (inner) assertKnown(inner, each, where, [...path, key]);
  }
}

/** Throws when the value has another shape; `where` says what it belongs to. */
export function assertShape(shape: Shape, value: unknown, where = ''): void {
  const wrong = shape(value);
  if (!wrong) return;
  const option = wrong.path.join('.');
  const given = shownValue(wrong.value);
  throw new Misdeclared(
    `${where}${option === '' ? 'it' : option} must be ${wrong.expected}, not ${given}.`,
    nearOf(wrong),
  );
}

/** The option as it stands in a file, else the value, else the name of the option. */
function nearOf({ path, value }: Wrong): string[] {
  const name = path.at(-1) ?? '';
  const literals = isText(value) ? [`'${value}'`, `"${value}"`, `\`${value}\``] : [shownValue(value)];
  return [
    ...literals.map((literal) => `${name}: ${literal}`),
    ...(isText(value) && value !== '' ? [value] : []),
    ...(name ? [`${name}:`] : []),
  ];
}

/** A value of any type as a message shows it. */
export function shownValue(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint' || typeof value === 'symbol') return `a ${typeof value}`;
  let shown: string | undefined;
  try {
    shown = JSON.stringify(value);
  } catch {
    return 'a circle of objects';
  }
  return shown === undefined ? 'undefined' : shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
}
