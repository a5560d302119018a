/** Every filter operator of the protocol, by its canonical name. */
export const operators = [
  'eq',
  'ne',
  'gt',
  'egt',
  'lt',
  'elt',
  'LIKE',
  'NOT LIKE',
  'STARTS WITH',
  'ENDS WITH',
  'IN',
  'NOT IN',
  'RANGE',
  'NOT RANGE',
  'PERIOD',
  'NOT PERIOD',
  'NULL',
  'NOT NULL',
  'FIND_IN_SET',
] as const;
export type Operator = (typeof operators)[number];

/** A map: an object would also answer to names such as `constructor`. */
const symbols: ReadonlyMap<string, Operator> = new Map([
  ['=', 'eq'],
  ['<>', 'ne'],
  ['!=', 'ne'],
  ['>', 'gt'],
  ['>=', 'egt'],
  ['<', 'lt'],
  ['<=', 'elt'],
]);

/** The operator meant by `input` (a name in any case, or a symbol), or undefined. */
export function operatorOf(input: unknown): Operator | undefined {
  if (typeof input !== 'string') return undefined;
  const wanted = input.trim().toLowerCase();
  return symbols.get(wanted) ?? operators.find((operator) => operator.toLowerCase() === wanted);
}

/** Operators of a kind of value; the first is what a filter starts with. */
export const operatorsFor = {
  text: ['LIKE', 'NOT LIKE', 'STARTS WITH', 'ENDS WITH', 'eq', 'ne', 'IN', 'NOT IN', 'NULL', 'NOT NULL'],
  number: ['eq', 'ne', 'gt', 'egt', 'lt', 'elt', 'RANGE', 'NOT RANGE', 'IN', 'NOT IN', 'NULL', 'NOT NULL'],
  moment: ['RANGE', 'NOT RANGE', 'PERIOD', 'NOT PERIOD', 'eq', 'ne', 'gt', 'egt', 'lt', 'elt', 'NULL', 'NOT NULL'],
  timeOfDay: ['RANGE', 'NOT RANGE', 'eq', 'ne', 'gt', 'egt', 'lt', 'elt', 'NULL', 'NOT NULL'],
  choice: ['eq', 'ne', 'IN', 'NOT IN', 'NULL', 'NOT NULL'],
  set: ['FIND_IN_SET', 'NULL', 'NOT NULL'],
  presence: ['NULL', 'NOT NULL'],
  none: [],
} as const satisfies Record<string, readonly Operator[]>;
