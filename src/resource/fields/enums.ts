import { declaring, field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { checkItems, describeItems, itemText, readKey, type EnumItem } from './enum.ts';
import { loadList, loadListStart, readList, storeList } from './readList.ts';

declare module '../types.ts' {
  interface FilledKinds {
    enums: true;
  }
}

export interface EnumsOptions extends FieldOptions {
  /** Default: checkboxes up to six items, a select above. */
  input?: 'select' | 'checkbox';
}
interface WithItems {
  items: Readonly<Record<string, EnumItem>>;
}

const { kind } = fieldKind<string[], EnumsOptions & WithItems>({
  kind: 'enums',
  ownOptions: ['items', 'input'],
  column: () => ({ type: 'text' }),
  encoding: ({ items }) => ({ as: 'list', choices: Object.keys(items) }),
  operators: operatorsFor.set,
  sortable: false,
  excerpt: { length: 300, from: loadListStart },
  empty: [],
  check: checkItems,
  parse(input, { items }) {
    const order = Object.keys(items);
    const parsed = readList(input, { limit: order.length, commas: true }, (each) => readKey(each, { items }));
    return 'refused' in parsed
      ? parsed
      : { value: parsed.value.sort((one, other) => order.indexOf(one) - order.indexOf(other)) };
  },
  store: storeList,
  load: loadList,
  operand: readKey,
  describe: describeItems,
  text: (value, { items }, { label }) => value.map((key) => itemText(items[key], key, label)).join(', '),
  clientInput: () => 'selects',
});

/** Some of a few values. On the wire: the items' keys in the order of the declaration. */
export const enums = declaring(
  kind,
  <
    const E extends Readonly<Record<string, EnumItem>>,
    const O extends EnumsOptions & { default?: readonly (keyof E & string)[] },
  >(
    items: E,
    options: Only<O, EnumsOptions> = {} as Only<O, EnumsOptions>,
  ) => field<(keyof E & string)[], O & { items: E }, 'enums'>(kind, { ...options, items }),
);
