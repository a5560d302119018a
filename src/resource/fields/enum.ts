import {
  accept,
  declaring,
  field,
  fieldKind,
  refuse,
  type FieldOptions,
  type Json,
  type Only,
  type Parsed,
} from '../field.ts';
import type { Label } from '../label.ts';
import { operatorsFor } from '../operators.ts';

declare module '../types.ts' {
  interface InlineKinds {
    enum: true;
  }
}

/** A label, with a colour of antd's tags if it is not a plain string. */
export type EnumItem = string | { 'zh-cn': string; en: string; color?: string } | { label: Label; color?: string };
export interface EnumOptions extends FieldOptions {
  /** Default: radio buttons up to four items, a select above. */
  input?: 'select' | 'radio';
}
interface WithItems {
  items: Readonly<Record<string, EnumItem>>;
}

const { kind } = fieldKind<string, EnumOptions & WithItems>({
  kind: 'enum',
  ownOptions: ['items', 'input'],
  column: () => ({ type: 'text' }),
  encoding: ({ items }) => ({ as: 'text', choices: Object.keys(items) }),
  operators: operatorsFor.choice,
  maxLength: ({ items }) => Math.max(0, ...Object.keys(items).map((key) => key.length)),
  check: checkItems,
  parse: readKey,
  describe: describeItems,
  inline: 'asked',
  text: (value, { items }, { label }) => itemText(items[value], value, label),
  clientInput: ({ items }) => (Object.keys(items).length > 4 ? 'select' : 'radio'),
});

/** Reads the key of one of the items. */
export function readKey(input: unknown, { items }: WithItems): Parsed<string> {
  // Numbers and switches are the same key to other clients; anything else has no text of its own.
  const key = typeof input === 'string' || typeof input === 'number' || typeof input === 'boolean' ? String(input) : '';
  return Object.hasOwn(items, key) ? accept(key) : refuse('validate:choice');
}

/** Keys go through comma lists, so they are single words. */
export function checkItems({ items }: WithItems): string | undefined {
  const keys = Object.keys(items ?? {});
  if (keys.length === 0) return "give it values, such as f.enum({ draft: 'Draft', live: 'Live' }).";
  const wrong = keys.find((key) => !/^[^\s,]{1,50}$/u.test(key));
  return wrong === undefined
    ? undefined
    : `the value "${wrong}" must have up to 50 characters, no spaces and no commas.`;
}

/** The items with their labels in one language. */
export function describeItems(
  options: WithItems & { input?: string },
  text: (label: Label) => string,
): Record<string, Json> {
  const { input, items } = options;
  return {
    ...(input ? { input } : {}),
    items: Object.fromEntries(Object.entries(items).map(([key, item]) => [key, describeItem(item, text)])),
  };
}

function describeItem(item: EnumItem, text: (label: Label) => string): Json {
  const color = typeof item === 'string' ? undefined : item.color;
  return { label: text(labelOf(item)), ...(color ? { color } : {}) };
}

function labelOf(item: EnumItem): Label {
  if (typeof item === 'string') return item;
  if ('label' in item) return item.label;
  const { color: _color, ...label } = item;
  return label;
}

/** The label of an item; the key itself where it has been taken out of the file since. */
export const itemText = (item: EnumItem | undefined, key: string, text: (label: Label) => string): string =>
  item === undefined ? key : text(labelOf(item));

/** One of a few values. On the wire: the item's key. */
export const enumeration = declaring(
  kind,
  <const E extends Readonly<Record<string, EnumItem>>, const O extends EnumOptions & { default?: keyof E & string }>(
    items: E,
    options: Only<O, EnumOptions> = {} as Only<O, EnumOptions>,
  ) => field<keyof E & string, O & { items: E }, 'enum'>(kind, { ...options, items }),
);
