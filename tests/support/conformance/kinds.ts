import { expect } from 'vitest';
import {
  builtInKinds,
  loadValue,
  parseField,
  storeValue,
  type AnyKind,
  type FieldOptions,
  type Model,
} from '#resource';

/** Kinds of plugins in these tables, each once, with the options that it has there. */
export function pluginKinds(models: readonly Model[]): [name: string, kind: AnyKind, options: FieldOptions][] {
  const fields = models
    .flatMap((model) => [...model.fields.values()])
    .filter(({ kind }) => !builtInKinds.has(kind.kind));
  return [...new Map(fields.map(({ kind, options }) => [kind.kind, [kind.kind, kind, options] as const])).values()].map(
    (each) => [...each],
  );
}

/** A kind takes and refuses what it says of itself, and its columns give back what they are given. */
export function checkKind(kind: AnyKind, given: FieldOptions): void {
  const options = { ...given, required: true, default: undefined };
  for (const input of kind.samples?.refused ?? [])
    expect(parseField(kind, options, input), JSON.stringify(input)).toHaveProperty('refused');
  for (const input of kind.samples?.accepted ?? []) {
    const parsed = parseField(kind, options, input);
    expect(parsed, JSON.stringify(input)).toHaveProperty('value');
    const { value } = parsed as { value: unknown };
    expect(parseField(kind, options, value)).toEqual(parsed);
    expect(JSON.parse(JSON.stringify(value))).toEqual(value);
    if (kind.column(options)) expect(loadValue(kind, options, storeValue(kind, options, value))).toEqual(value);
  }
}
