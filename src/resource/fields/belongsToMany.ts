import { declaring, field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { readId } from './readId.ts';
import { readList } from './readList.ts';

export interface BelongsToManyOptions extends FieldOptions<readonly number[]> {
  /** How many; 1000 unless said otherwise. */
  limit?: number;
}

const { kind } = fieldKind<number[], BelongsToManyOptions & { to: string }>({
  kind: 'belongsToMany',
  ownOptions: ['to', 'limit'],
  column: () => null,
  operators: operatorsFor.set,
  sortable: false,
  empty: [],
  parse(input, { limit = 1000 }) {
    const ids = readList(input, { limit, commas: true }, readId);
    return 'refused' in ids ? ids : { value: ids.value.sort((one, other) => one - other) };
  },
  operand: readId,
  relation: 'many',
});

/** The ids of rows of another table, kept in a join table of their own: deleting either row only ends the relation. */
export const belongsToMany = declaring(
  kind,
  <const R extends string, const O extends BelongsToManyOptions>(
    to: R,
    options: Only<O, BelongsToManyOptions> = {} as Only<O, BelongsToManyOptions>,
  ) => field<number[], O & { to: R }, 'belongsToMany', 'virtual'>(kind, { ...options, to }, 'virtual'),
);
