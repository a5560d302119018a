import { titleOf, type RelatedRow } from '../useRelated.ts';

/** A permission, as the caller may grant it: a directory, a page or an action of a page. */
export interface RuleNode {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  /** `content/article/edit` */
  readonly name: string;
  readonly children: readonly RuleNode[];
}

interface Permission {
  readonly id: number;
  readonly title: string;
  /** The last part of the name; undefined for what is not below its page. */
  readonly action: string | undefined;
}

/** A line of the matrix: a directory, or a page with what may be done there. */
export interface MatrixRow {
  readonly id: number;
  readonly title: string;
  readonly depth: number;
  readonly isPage: boolean;
  readonly permissions: readonly Permission[];
  /** What lets somebody see the page: its action `index`, or the page itself. */
  readonly view: number | undefined;
  /** All that can be ticked in the line and below it. */
  readonly leaves: readonly number[];
  /** The same with the pages and directories around. */
  readonly all: readonly number[];
}

/** The tree of rules as it was answered, with what the matrix needs of each. */
export const rulesIn = (rows: readonly RelatedRow[], title: string): RuleNode[] =>
  rows.map((row) => ({
    id: row.id,
    title: titleOf(row, title),
    type: String((row['type'] as string | null | undefined) ?? ''),
    name: String((row['name'] as string | null | undefined) ?? ''),
    children: rulesIn(row.children ?? [], title),
  }));

/** Directories and pages line by line, in the order of the menu. */
export const matrixRows = (nodes: readonly RuleNode[], depth = 0): MatrixRow[] =>
  nodes.flatMap((node) => {
    const below = matrixRows(
      node.children.filter(({ type }) => type !== 'button'),
      depth + 1,
    );
    const permissions = actionsBelow(node, node.name);
    const isPage = node.type !== 'menu_dir' || (below.length === 0 && permissions.length === 0);
    const view = permissions.find(({ action }) => action === 'index')?.id ?? (isPage ? node.id : undefined);
    const ids = permissions.map(({ id }) => id);
    const leaves = [...(view === node.id ? [node.id] : []), ...ids];
    const line: MatrixRow = {
      id: node.id,
      title: node.title,
      depth,
      isPage,
      permissions,
      view,
      leaves: [...leaves, ...below.flatMap((row) => (row.depth === depth + 1 ? row.leaves : []))],
      all: [node.id, ...ids, ...below.flatMap((row) => (row.depth === depth + 1 ? row.all : []))],
    };
    return [line, ...below];
  });

/** Actions of a page, whatever they have been put below. */
function actionsBelow(node: RuleNode, page: string): Permission[] {
  return node.children
    .filter(({ type }) => type === 'button')
    .flatMap((each) => [
      { id: each.id, title: each.title, action: actionOf(each.name, page) },
      ...actionsBelow(each, page),
    ]);
}

function actionOf(name: string, page: string): string | undefined {
  const [own, above] = [name.toLowerCase(), `${page.toLowerCase()}/`];
  return own.startsWith(above) ? own.slice(above.length) : undefined;
}

/** Those whose page, directory or action has the word in its title. */
export function rulesWith(nodes: readonly RuleNode[], word: string): readonly RuleNode[] {
  const wanted = word.trim().toLowerCase();
  if (wanted === '') return nodes;
  const has = ({ title, type, children }: RuleNode): boolean =>
    title.toLowerCase().includes(wanted) ||
    (type !== 'menu_dir' && children.some((each) => each.type === 'button' && has(each)));
  const kept = (node: RuleNode): RuleNode[] => {
    if (has(node)) return [node];
    const children = node.children.filter(({ type }) => type !== 'button').flatMap(kept);
    return children.length > 0 ? [{ ...node, children }] : [];
  };
  return nodes.flatMap(kept);
}

/** Pages of which something is in the set, with all that may be done there, and the directories around them. */
export const rulesGiven = (nodes: readonly RuleNode[], given: ReadonlySet<number>): readonly RuleNode[] =>
  nodes.flatMap((node) => {
    const below = rulesGiven(
      node.children.filter(({ type }) => type !== 'button'),
      given,
    );
    if (!given.has(node.id) && below.length === 0) return [];
    return [{ ...node, children: [...node.children.filter(({ type }) => type === 'button'), ...below] }];
  });
