import { accept, field, fieldKind, refuse, type FieldOptions, type Json, type Only } from '../field.ts';
import type { Label } from '../label.ts';
import { operatorsFor } from '../operators.ts';

/** A label, with a colour of antd's tags if it is not a plain string. */
export type EnumItem = string | { 'zh-cn': string; en: string; color?: string } | { label: Label; color?: string };
export interface EnumOptions extends FieldOptions {
  /** Default: radio buttons up to four items, a select above. */
  input?: 'select' | 'radio';
}
interface WithItems {
  items: Readonly<Record<string, EnumItem>>;
}

/** One of a few values. On the wire: the item's key. */
export const enumKind = fieldKind<string, EnumOptions & WithItems>({
  kind: 'enum',
  ownOptions: ['items', 'input'],
  column: () => ({ type: 'text' }),
  encoding: ({ items }) => ({ as: 'text', choices: Object.keys(items) }),
  operators: operatorsFor.choice,
  maxLength: ({ items }) => Math.max(0, ...Object.keys(items).map((key) => key.length)),
  check: checkItems,
  parse(input, { items }) {
    // Numbers and switches are the same key to other clients; anything else has no text of its own.
    const key =
      typeof input === 'string' || typeof input === 'number' || typeof input === 'boolean' ? String(input) : '';
    return Object.hasOwn(items, key) ? accept(key) : refuse('validate:choice');
  },
  describe: describeItems,
});

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
  if (typeof item === 'string') return { label: text(item) };
  const label = 'label' in item ? item.label : { 'zh-cn': item['zh-cn'], en: item.en };
  return { label: text(label), ...(item.color ? { color: item.color } : {}) };
}

export const enumeration = <
  const E extends Readonly<Record<string, EnumItem>>,
  const O extends EnumOptions & { default?: keyof E & string },
>(
  items: E,
  options: Only<O, EnumOptions> = {} as Only<O, EnumOptions>,
) => field<keyof E & string, O & { items: E }, 'enum'>(enumKind, { ...options, items });
