import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import ts from 'typescript-5';

/** One change of one place in the source that a test should notice. */
export interface Mutant {
  /** Stays the same while its line and the name of its file do, wherever they move to. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** What was done, by StrykerJS's names where it has one. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
  /** The expression or statement around it that can be replaced as a whole while the program runs. */
  readonly whole: { readonly start: number; readonly end: number; readonly isStatement: boolean };
}
type Found = Omit<Mutant, 'id'> & { readonly text: string };
type Change = [kind: string, target: ts.Node, after: string, whole?: ts.Node];

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
const methods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['toLowerCase', 'toUpperCase'],
]);

/** Every mutant of these sources, by the path of each, in the order of their text. */
export function mutantsOf(sources: ReadonlyMap<string, string>): Mutant[] {
  const times = new Map<string, number>();
  return [...sources].flatMap(([file, source]) =>
    foundIn(file, source).map(({ text, ...found }) => {
      const what = [basename(file), found.kind, text, found.before, found.after].join('\0');
      const time = times.get(what) ?? 0;
      times.set(what, time + 1);
      return { ...found, id: createHash('sha256').update(`${what}\0${time}`).digest('hex').slice(0, 10) };
    }),
  );
}

/** `count` of the mutants by lot. The same seed draws the same ones, also when others have come or gone. */
export function drawn(mutants: readonly Mutant[], seed: number, count: number): Mutant[] {
  const lot = ({ id }: Mutant): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return mutants
    .map((mutant) => ({ mutant, lot: lot(mutant) }))
    .toSorted((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

function foundIn(file: string, source: string): Found[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const lines = source.split('\n');
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node) || ts.isExportDeclaration(node) || isErrorForDevelopers(node)) return;
    for (const [kind, target, after, whole = target] of changesOf(node)) {
      const [start, end] = [target.getStart(), target.getEnd()];
      const { line } = tree.getLineAndCharacterOfPosition(start);
      const before = source.slice(start, end);
      found.push({
        file,
        line: line + 1,
        text: lines[line]!.trim(),
        kind,
        start,
        end,
        before,
        after,
        whole: at(whole),
      });
    }
    node.forEachChild(visit);
  };
  visit(tree);
  return found;
}

function at(node: ts.Node): Mutant['whole'] {
  const { parent } = node;
  // Half of an optional chain is no value of its own.
  if (parent && ts.isOptionalChain(parent) && parent.expression === node) return at(parent);
  return { start: node.getStart(), end: node.getEnd(), isStatement: ts.isStatement(node) };
}

/** Its words are read in a log by whoever broke the code: no test has to know them. */
const isErrorForDevelopers = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && /^(?:Type|Range)?Error$/.test(node.expression.getText());

function changesOf(node: ts.Node): Change[] {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return eitherWay(node.expression);
  if (ts.isConditionalExpression(node)) return eitherWay(node.condition);
  if (ts.isBinaryExpression(node))
    return (operators[node.operatorToken.getText()] ?? []).map((after) => [
      /[&|?]/.test(after) ? 'LogicalOperator' : /[=<>]/.test(after) ? 'EqualityOperator' : 'ArithmeticOperator',
      node.operatorToken,
      after,
      node,
    ]);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [['BooleanLiteral', node, node.operand.getText()]];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [['BooleanLiteral', node, 'false']];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [['BooleanLiteral', node, 'true']];
  if (ts.isStringLiteral(node) && node.text !== '' && isValue(node)) return [['StringLiteral', node, "''"]];
  if (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.parent))
    return [['ArrayElement', node.expression, '[]']];
  if (ts.isSpreadAssignment(node)) return [['ObjectProperty', node.expression, '{}']];
  if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) return [['StatementRemoval', node, ';']];
  if (ts.isCallExpression(node)) return ofCall(node);
  return [];
}

const eitherWay = (condition: ts.Expression): Change[] => [
  ['ConditionalExpression', condition, 'true'],
  ['ConditionalExpression', condition, 'false'],
];

function ofCall(node: ts.CallExpression): Change[] {
  if (!ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  if (name.text === 'filter') return [['MethodExpression', node, expression.getText()]];
  const other = methods.get(name.text);
  return other === undefined ? [] : [['MethodExpression', name, other, node]];
}

/** Not the name of a property. */
const isValue = ({ parent, pos }: ts.StringLiteral): boolean =>
  !((ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name.pos === pos);
