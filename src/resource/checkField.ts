import { checkOptionShapes } from './checkShapes.ts';
import { wrongEncryption } from './encrypted.ts';
import type { AnyKind, FieldOptions } from './field.ts';
import { columnWidths, commonOptions } from './fieldOptions.ts';
import { suggestion } from './nearest.ts';

/** Names that mean something else in a row, a condition or in JavaScript. */
const reserved: readonly string[] = ['children', 'and', 'or', 'not', 'constructor', 'prototype'];

/** A name for a table or a column: what both databases take, and what is the same on the wire. */
export const isName = (name: string): boolean => /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name) && name.length <= 48;

/** Throws when a field's declaration contradicts itself; the message says what to write instead. */
export function checkField(name: string, kind: AnyKind, options: FieldOptions): void {
  checkOptionShapes(name, kind, options);
  const wrong =
    wrongName(name, kind) ??
    wrongOption(kind, options) ??
    kind.check?.(options) ??
    wrongEncryption(kind, options) ??
    wrongTrait(kind, options) ??
    wrongColumn(options);
  if (wrong) throw new Error(`Field "${name}": ${wrong}`);
}

function wrongName(name: string, { relation }: AnyKind): string | undefined {
  if (!isName(name))
    return (
      `it is the column's name and the name on the wire, so write it in snake_case, such as ` +
      `"${snakeCase(name)}", with at most 48 characters.`
    );
  if (reserved.includes(name)) return `this name is taken; choose another, such as "${name}_value".`;
  if (relation === 'one' && !/^.+_id$/.test(name)) return `it holds the id of another row: name it "${name}_id".`;
  return undefined;
}

const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '') || 'title';

function wrongOption(kind: AnyKind, options: FieldOptions): string | undefined {
  if (!kind.ownOptions) return undefined;
  const known = [...kind.ownOptions, ...commonOptions];
  const unknown = Object.keys(options).find((option) => !known.includes(option));
  return unknown === undefined ? undefined : `there is no option "${unknown}". ${suggestion(unknown, known)}`;
}

/** Options that every field has, but that make no sense for each kind. */
function wrongTrait(kind: AnyKind, options: FieldOptions): string | undefined {
  const { kind: name } = kind;
  const column = kind.column(options);
  const { min, max } = options as { min?: unknown; max?: unknown };
  if (options.search && !kind.searchable) return `the quick search looks into texts only: leave out search.`;
  if (options.sort && kind.sortable === false) return `lists cannot be sorted by ${name} fields: leave out sort.`;
  if (options.filter && kind.operators.length === 0)
    return `lists cannot be filtered by ${name} fields: leave out filter.`;
  if ((options.unique || options.index) && (!column || kind.sortable === false))
    return `${name} fields have no index: leave out unique and index.`;
  if (kind.hashed && options.default !== undefined) return 'a password has no default.';
  if (typeof min === 'number' && typeof max === 'number' && min > max) return `min (${min}) is above max (${max}).`;
  const isStored = column !== null || (options as { to?: string }).to !== undefined;
  if (options.convert !== undefined && (!column || kind.hashed || typeof options.convert !== 'function'))
    return column && !kind.hashed
      ? 'convert is a function of the old value: convert: (old) => …'
      : `${name} fields are not converted: leave out convert.`;
  if (options.renamedFrom !== undefined && (!isStored || !isName(options.renamedFrom)))
    return `renamedFrom "${options.renamedFrom}" is no former column.`;
  return undefined;
}

/** How a list shows it. */
function wrongColumn({ width, render, secret }: FieldOptions): string | undefined {
  const { least, most } = columnWidths;
  if (width !== undefined && !(Number.isInteger(width) && width >= least && width <= most))
    return `width ${width} is no whole number of pixels from ${least} to ${most}.`;
  if (render !== undefined && !/^[a-z][\w-]{0,47}$/i.test(render))
    return `render "${render}" is no name; write one that a plugin registers, such as "progress".`;
  if (secret && (width ?? render) !== undefined) return 'a secret field is in no list: leave out width and render.';
  return undefined;
}
