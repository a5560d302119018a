import type { Encoding } from '../encoding.ts';
import type { AnyKind, FieldOptions, Json } from '../field.ts';
import { commonOptions } from '../fieldOptions.ts';
import { builtInKinds } from '../fields/index.ts';

/** Of columns that an older program has filled, which did not record kinds. */
export const unknownEncoding: Encoding = { kind: '', as: 'raw' };

/** How a field of this kind stores its values. */
export function encodingOf(kind: AnyKind, options: FieldOptions): Encoding {
  const described = kind.encoding?.(options) ?? { as: 'own' as const, options: ownOptions(options) };
  // As it is read back: what JSON leaves out is no part of it.
  return JSON.parse(JSON.stringify({ kind: kind.kind, ...described })) as Encoding;
}

const ownOptions = (options: FieldOptions): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(options).filter(([name]) => !(commonOptions as readonly string[]).includes(name)),
  ) as Record<string, Json>;

/** Whether whatever stands in a column of the one encoding stands there rightly for the other. */
export function isSameEncoding(from: Encoding, to: Encoding): boolean {
  const { choices: before = [], ...one } = from;
  const { choices: after = [], ...other } = to;
  return before.every((choice) => after.includes(choice)) && JSON.stringify(one) === JSON.stringify(other);
}

/** The encoding as a resource file declares it: `f.decimal({ scale: 3 })`. */
export function encodingText(encoding: Encoding): string {
  const { kind, to, options = {}, of } = encoding;
  if (of)
    return encodingText(of).replace(
      /(?:\((?:\{ (.*) \})?\))?$/,
      (_, own?: string) => `({ ${own ? `${own}, ` : ''}encrypted: true })`,
    );
  if (kind === '') return 'a kind that was not recorded';
  const declared = builtInKinds.get(kind)?.declared?.(encoding);
  if (to !== undefined && !declared) return `f.${kind}('${to}')`;
  const parts = Object.entries(declared ?? options).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `f.${kind}${parts.length > 0 ? `({ ${parts.join(', ')} })` : ''}`;
}
