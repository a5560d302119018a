import { createHash } from 'node:crypto';
import ts from 'typescript-5';

/** One change of one place in the source that a test should notice. */
export interface Mutant {
  /** Stays the same while its line does, wherever that moves to. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** What was done, by StrykerJS's names where it has one. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
  /** Where the function begins that it is in, or 0: what runs when the file is loaded. */
  readonly place: number;
}
type Found = Pick<Mutant, 'kind' | 'start' | 'end' | 'after' | 'place'>;

const operators: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
};
const methods: Readonly<Record<string, string>> = { some: 'every', every: 'some', toLowerCase: 'toUpperCase' };

/** Every mutant of a file, in the order of its text. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const visit = (node: ts.Node, place: number): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node) || ts.isExportDeclaration(node)) return;
    const inner = bodyOf(node)?.getStart() ?? place;
    found.push(
      ...changesOf(node).map(([kind, target, after]) => ({
        kind,
        after,
        place,
        start: target.getStart(),
        end: target.getEnd(),
      })),
    );
    node.forEachChild((child) => visit(child, inner));
  };
  visit(tree, 0);
  return named(file, source, tree, found);
}

/** The block of a function, at whose start it can be told that it was reached. */
function bodyOf(node: ts.Node): ts.Block | undefined {
  const body = (node as Partial<ts.FunctionLikeDeclaration>).body;
  return ts.isFunctionLike(node) && body && ts.isBlock(body) ? body : undefined;
}

function changesOf(node: ts.Node): [kind: string, target: ts.Node, after: string][] {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return eitherWay(node.expression);
  if (ts.isConditionalExpression(node)) return eitherWay(node.condition);
  if (ts.isBinaryExpression(node))
    return (operators[node.operatorToken.getText()] ?? []).map((after) => [
      /[&|?]/.test(after) ? 'LogicalOperator' : /[=<>]/.test(after) ? 'EqualityOperator' : 'ArithmeticOperator',
      node.operatorToken,
      after,
    ]);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [['BooleanLiteral', node, node.operand.getText()]];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [['BooleanLiteral', node, 'false']];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [['BooleanLiteral', node, 'true']];
  if (ts.isStringLiteral(node) && node.text !== '' && isValue(node)) return [['StringLiteral', node, "''"]];
  if (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.parent)) return [['ArrayElement', node, '...[]']];
  if (ts.isSpreadAssignment(node)) return [['ObjectProperty', node, '...{}']];
  if (ts.isExpressionStatement(node)) return [['StatementRemoval', node, ';']];
  if (ts.isThrowStatement(node)) return [['StatementRemoval', node, ';']];
  if (ts.isCallExpression(node)) return ofCall(node);
  return [];
}

const eitherWay = (condition: ts.Expression): [string, ts.Node, string][] => [
  ['ConditionalExpression', condition, 'true'],
  ['ConditionalExpression', condition, 'false'],
];

function ofCall(node: ts.CallExpression): [string, ts.Node, string][] {
  if (!ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  if (name.text === 'filter') return [['MethodExpression', node, expression.getText()]];
  const other = methods[name.text];
  return other === undefined ? [] : [['MethodExpression', name, other]];
}

/** Not the name of a property or a part of a type. */
const isValue = ({ parent }: ts.StringLiteral): boolean =>
  !ts.isLiteralTypeNode(parent) &&
  !(
    ts.isPropertyAssignment(parent) &&
    parent.name.kind === ts.SyntaxKind.StringLiteral &&
    parent.initializer.kind !== ts.SyntaxKind.StringLiteral
  );

function named(file: string, source: string, tree: ts.SourceFile, found: readonly Found[]): Mutant[] {
  const lines = source.split('\n');
  const times = new Map<string, number>();
  return found.map((each) => {
    const line = tree.getLineAndCharacterOfPosition(each.start).line;
    const before = source.slice(each.start, each.end);
    const what = [file, each.kind, lines[line]!.trim(), before, each.after].join('\0');
    const time = times.get(what) ?? 0;
    times.set(what, time + 1);
    const id = createHash('sha256').update(`${what}\0${time}`).digest('hex').slice(0, 10);
    return { ...each, id, file, line: line + 1, before };
  });
}

/** The source with the mutant in it. */
export const mutated = (source: string, { start, end, after }: Mutant): string =>
  source.slice(0, start) + after + source.slice(end);

/** `count` of the mutants by lot. The same seed draws the same ones, also when others have come or gone. */
export function drawn(mutants: readonly Mutant[], seed: number, count: number): Mutant[] {
  const lot = ({ id }: Mutant): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return mutants
    .map((mutant) => ({ mutant, lot: lot(mutant) }))
    .toSorted((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}
