import { textOf, type Language } from '#resource';
import type { Rights, RuleRow } from './rights.ts';
import type { WantedRule } from './syncRules.ts';

/** A rule as a client gets it (protocol §4.1). */
export interface MenuNode {
  readonly id: number;
  readonly pid: number;
  readonly type: string;
  readonly title: string;
  readonly name: string;
  readonly path: string;
  readonly icon: string;
  readonly menu_type: string | null;
  readonly url: string;
  readonly component: string;
  readonly keepalive: string | 0;
  readonly extend: string;
  readonly children?: readonly MenuNode[];
}

/** The tree of the rules that somebody owns; a directory without anything in it is left out. */
export function menusOf(rules: readonly RuleRow[], rights: Rights, made: ReadonlyMap<string, WantedRule>, language: Language): MenuNode[] {
  const owned = rules.filter((rule) => rights.isSuper || rights.rules.has(rule.id));
  const needed = withParents(rules, owned);
  const below = Map.groupBy(needed, (rule) => rule.pid ?? 0);
  const node = (rule: RuleRow): MenuNode => {
    const children = (below.get(rule.id) ?? []).map(node);
    return { ...plain(rule, made, language), ...(children.length > 0 ? { children } : {}) };
  };
  return prune((below.get(0) ?? []).map(node));
}

/** A page can be reached only through the directories it is in. */
function withParents(rules: readonly RuleRow[], owned: readonly RuleRow[]): RuleRow[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const kept = new Set<number>();
  for (const rule of owned) {
    for (let at: RuleRow | undefined = rule; at && !kept.has(at.id); at = at.pid === null ? undefined : byId.get(at.pid)) {
      if (at === rule || at.type === 'menu_dir') kept.add(at.id);
    }
  }
  return rules.filter((rule) => kept.has(rule.id));
}

const prune = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes
    .map((node) => (node.children ? { ...node, children: prune(node.children) } : node))
    .filter((node) => node.type !== 'menu_dir' || (node.children?.some((child) => child.type !== 'button') ?? false));

function plain(rule: RuleRow, made: ReadonlyMap<string, WantedRule>, language: Language): MenuNode {
  const label = rule.title === rule.made_title ? made.get(rule.name.toLowerCase())?.label : undefined;
  const isMenu = rule.type === 'menu';
  return {
    id: rule.id,
    pid: rule.pid ?? 0,
    type: rule.type,
    title: label === undefined ? rule.title : textOf(label, language),
    name: rule.name,
    path: rule.path ?? rule.name,
    icon: rule.icon ?? '',
    menu_type: isMenu ? rule.menu_type : null,
    url: rule.url ?? '',
    component: isMenu ? rule.component ?? '' : '',
    keepalive: rule.keepalive === 1 ? rule.name : 0,
    extend: rule.extend,
  };
}
