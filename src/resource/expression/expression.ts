import type { ExpressionType } from './expressionType.ts';
import { functions } from './functions.ts';
import { readerOf, type Reader } from './tokens.ts';

/** A column as an expression sees it: a number, with this many decimals in a scaled integer, or a text. */
export type ExpressionColumn = { readonly type: 'number'; readonly scale: number } | { readonly type: 'text' };
/** SQL in pieces: fixed text, and columns still to be quoted and qualified. */
export type SqlParts = readonly (string | { readonly column: string })[];
export interface Expression {
  readonly type: ExpressionType;
  readonly parts: SqlParts;
}

/**
 * Reads the expression of a computed field into SQL that means the same on SQLite and PostgreSQL and cannot fail there.
 *
 * It may hold columns of the same row, numbers, `'texts'`, `+ - * /`, `||`, comparisons, `AND OR NOT`, `IS [NOT] NULL`,
 * `CASE WHEN … THEN … ELSE … END` and the functions below. Money, decimals and percentages count in their own units
 * (12.30, not 1230), a division by zero is NULL, and numbers do not turn into texts by themselves.
 */
export function expressionOf(sql: string, columnOf: (name: string) => ExpressionColumn | undefined): Expression {
  if (sql.length > 1000) throw new Error('The expression is longer than 1,000 characters.');
  const reader = readerOf(sql);
  const result = readOr({ ...reader, columnOf });
  if (reader.peek()) throw new Error(`Unexpected "${reader.peek()!.text}".`);
  if (result.type === 'condition') throw new Error('A condition is no value: write CASE WHEN … THEN 1 ELSE 0 END.');
  return result;
}

interface Scope extends Reader {
  columnOf(name: string): ExpressionColumn | undefined;
}

const made = (type: ExpressionType, ...parts: (string | SqlParts)[]): Expression => ({
  type,
  parts: ['(', ...parts.flat(), ')'],
});

function needs(type: ExpressionType, ...operands: readonly Expression[]): void {
  for (const operand of operands) {
    if (operand.type !== type) throw new Error(`A ${type} is needed where a ${operand.type} stands.`);
  }
}

/** Reads `operand (sign operand)*` for signs of one strength. */
function readChain(
  scope: Scope,
  signs: readonly string[],
  type: ExpressionType,
  readOperand: (scope: Scope) => Expression,
): Expression {
  let left = readOperand(scope);
  for (let sign = signs.find(scope.takes); sign; sign = signs.find(scope.takes)) {
    const right = readOperand(scope);
    needs(type, left, right);
    left =
      sign === '/'
        ? made(type, left.parts, ' / NULLIF(', right.parts, ', 0)')
        : made(type, left.parts, ` ${sign} `, right.parts);
  }
  return left;
}

const readOr = (scope: Scope): Expression => readChain(scope, ['OR'], 'condition', readAnd);
const readAnd = (scope: Scope): Expression => readChain(scope, ['AND'], 'condition', readNot);
const readJoin = (scope: Scope): Expression => readChain(scope, ['||'], 'text', readSum);
const readSum = (scope: Scope): Expression => readChain(scope, ['+', '-'], 'number', readProduct);
const readProduct = (scope: Scope): Expression => readChain(scope, ['*', '/'], 'number', readSigned);

function readNot(scope: Scope): Expression {
  if (!scope.takes('NOT')) return readComparison(scope);
  const operand = readNot(scope);
  needs('condition', operand);
  return made('condition', 'NOT ', operand.parts);
}

function readComparison(scope: Scope): Expression {
  const left = readJoin(scope);
  if (scope.takes('IS')) {
    const not = scope.takes('NOT') ? 'NOT ' : '';
    scope.expects('NULL');
    return made('condition', left.parts, ` IS ${not}NULL`);
  }
  const sign = ['=', '<>', '<=', '>=', '<', '>'].find(scope.takes);
  if (!sign) return left;
  const right = readJoin(scope);
  if (left.type === 'condition') throw new Error('Join conditions with AND and OR, not by comparing them.');
  needs(left.type, right);
  return made('condition', left.parts, ` ${sign} `, right.parts);
}

function readSigned(scope: Scope): Expression {
  if (!scope.takes('-')) return readValue(scope);
  const operand = readSigned(scope);
  needs('number', operand);
  return made('number', '- ', operand.parts);
}

function readValue(scope: Scope): Expression {
  if (scope.takes('(')) {
    const inner = readOr(scope);
    scope.expects(')');
    return inner;
  }
  if (scope.takes('CASE')) return readCase(scope);
  const token = scope.next();
  // `1.0` and not `1`: whole numbers would overflow on PostgreSQL and divide without a remainder on both.
  if (token.is === 'number')
    return { type: 'number', parts: [token.text.includes('.') ? token.text : `${token.text}.0`] };
  if (token.is === 'text') return { type: 'text', parts: [token.text] };
  if (token.is === 'word') return scope.takes('(') ? readCall(scope, token.text) : readColumn(scope, token.text);
  throw new Error(`A value is missing before "${token.text}".`);
}

function readColumn(scope: Scope, name: string): Expression {
  const column = scope.columnOf(name);
  if (!column) throw new Error(`There is no column "${name}" that an expression could use.`);
  if (column.type === 'text') return { type: 'text', parts: [{ column: name }] };
  return made('number', [{ column: name }], column.scale > 0 ? ` / ${10 ** column.scale}.0` : ' * 1.0');
}

function readCase(scope: Scope): Expression {
  const parts: (string | SqlParts)[] = ['CASE'];
  const results: Expression[] = [];
  const readResult = (): SqlParts => {
    results.push(readJoin(scope));
    return results.at(-1)!.parts;
  };
  scope.expects('WHEN');
  do {
    const condition = readOr(scope);
    needs('condition', condition);
    scope.expects('THEN');
    parts.push(' WHEN ', condition.parts, ' THEN ', readResult());
  } while (scope.takes('WHEN'));
  if (scope.takes('ELSE')) parts.push(' ELSE ', readResult());
  scope.expects('END');
  return made(commonType(results), ...parts, ' END');
}

function readCall(scope: Scope, name: string): Expression {
  const called = name.toUpperCase();
  const signature = Object.hasOwn(functions, called) ? functions[called] : undefined;
  if (!signature) throw new Error(`There is no function "${name}". Functions: ${Object.keys(functions).join(', ')}.`);
  const operands = [readOr(scope)];
  while (scope.takes(',')) operands.push(readOr(scope));
  scope.expects(')');
  const { takes, gives, more = false } = signature;
  if (operands.length < takes.length || (operands.length > takes.length && !more))
    throw new Error(`${called} takes ${takes.length} values.`);
  if (takes[0] !== 'same') takes.forEach((type, place) => needs(type as ExpressionType, operands[place]!));
  const type = gives === 'same' ? commonType(operands) : gives;
  const call = ['(', ...operands.flatMap((each, place) => (place > 0 ? [', ', each.parts] : [each.parts])), ')'];
  // A count of characters is the only whole number here, and whole numbers divide without a remainder.
  return made(type, called, ...call, called === 'LENGTH' ? ' * 1.0' : '');
}

function commonType(values: readonly Expression[]): ExpressionType {
  const { type } = values[0]!;
  if (type === 'condition') throw new Error('A condition is no value.');
  needs(type, ...values);
  return type;
}

/**
 * The number as a whole number of `10 ** -scale` units, as columns of decimals hold it; NULL when it has over fifteen
 * digits. Rounding twice takes away what SQLite's binary fractions add (370.49999999999994), so that both databases
 * agree up to twelve digits; beyond, the last one may differ.
 */
export function scaledParts(parts: SqlParts, scale: number): SqlParts {
  const units: SqlParts = ['(', ...parts, ` * ${10 ** scale}.0)`];
  return [
    '(CASE WHEN ABS(',
    ...units,
    ') < 999999999999999.0 THEN CAST(ROUND(ROUND(',
    ...units,
    ', 3)) AS BIGINT) END)',
  ];
}
