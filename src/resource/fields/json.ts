import { accept, fieldKind, refuse, type FieldOptions, type Json, type Parsed } from '../field.ts';
import { operatorsFor } from '../operators.ts';

const maxDepth = 16;

export interface JsonOptions extends FieldOptions {
  /** Characters as JSON text; 65,535 unless said otherwise. */
  max?: number;
  /** On the wire the value is its JSON as a text, for clients that read it so. Default: false. */
  asText?: boolean;
}

/** Any JSON value, sixteen levels deep at most. A text is a text, not JSON to be read. */
export const json = fieldKind<Json, JsonOptions, 'json'>({
  kind: 'json',
  ownOptions: ['max', 'asText'],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'json' }),
  operators: operatorsFor.presence,
  sortable: false,
  long: true,
  // Its text: what is cut off cannot be read as JSON.
  excerpt: { length: 300, from: (beginning) => beginning },
  // An empty list is a value here.
  isEmpty: (input) => input === undefined || input === null || input === '',
  parse(given, { max = 65_535, asText = false }): Parsed<Json> {
    const input = asText && typeof given === 'string' ? parsed(given) : given;
    const wrong = whatIsWrong(input, maxDepth);
    if (wrong) return refuse(wrong);
    const text = JSON.stringify(input);
    if (text.length > max) return refuse('validate:max', { max });
    return accept(asText ? text : (JSON.parse(text) as Json));
  },
  store: (value, { asText = false }) => (asText ? String(value as string) : JSON.stringify(value)),
  load: (value, { asText = false }) => (asText ? String(value) : (JSON.parse(String(value)) as Json)),
  // A text that could be read as JSON stands in quotes: it comes back from a file as the text that it was.
  text: (value, { asText = false }) =>
    typeof value === 'string' && (asText || parsed(value) === undefined) ? value : JSON.stringify(value),
  fromText: (text, { asText = false }) => (asText ? undefined : (parsed(text) as Json | undefined)),
});

/** Undefined where the text is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The message for what is not JSON that both databases keep. */
function whatIsWrong(value: unknown, depth: number): string | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? 'validate:characters' : undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'validate:json';
  if (typeof value !== 'object') return 'validate:json';
  if (depth === 0) return 'validate:jsonDepth';
  const inner: unknown[] = Array.isArray(value) ? value : [...Object.keys(value), ...Object.values(value)];
  for (const each of inner) {
    const wrong = whatIsWrong(each, depth - 1);
    if (wrong) return wrong;
  }
  return undefined;
}
