import { textOf, textShown, type Language, type Model } from '#resource';
import type { OwnedRules, RuleRow } from './ownedRules.ts';
import type { MenuNode } from '../realms/menuNode.ts';
import type { WantedRule } from './wantedRules.ts';

/** The tree of the rules that somebody owns; a directory without anything in it is left out. `model` is the table of the rules. */
export function menusOf(
  model: Model,
  rules: readonly RuleRow[],
  rights: Pick<OwnedRules, 'isSuper' | 'rules'>,
  language: Language,
): MenuNode[] {
  const owned = rules.filter((rule) => rights.isSuper || rights.rules.has(rule.id));
  const needed = withParents(rules, owned);
  const below = Map.groupBy(needed, (rule) => rule.pid ?? 0);
  const node = (rule: RuleRow): MenuNode => {
    const children = (below.get(rule.id) ?? []).map(node);
    return { ...plain(model, rule, language), ...(children.length > 0 ? { children } : {}) };
  };
  return prune((below.get(0) ?? []).map(node));
}

/** The same with this page, which everybody may open: whose menu does not show it reaches it by its address. */
export function withPage(menus: readonly MenuNode[], page: WantedRule, language: Language): readonly MenuNode[] {
  const has = (nodes: readonly MenuNode[]): boolean =>
    nodes.some(({ type, name, children }) => (type === 'menu' && name === page.name) || has(children ?? []));
  return has(menus) ? menus : [...menus, routeOnly(page, language)];
}

/** The same with what one row of a page is called, where its table says so. */
export const withRowLabels = (menus: readonly MenuNode[], models: Iterable<Model>, language: Language): MenuNode[] => {
  const labels = new Map<string, string>();
  for (const { path, definition } of models)
    if (definition.rowLabel !== undefined) labels.set(path, textOf(definition.rowLabel, language));
  const labelled = (node: MenuNode): MenuNode => {
    const label = node.type === 'menu' ? labels.get(node.name) : undefined;
    const children = node.children?.map(labelled);
    return { ...node, ...(label !== undefined && { row_label: label }), ...(children && { children }) };
  };
  return menus.map(labelled);
};

const routeOnly = ({ name, label, icon }: WantedRule, language: Language): MenuNode => ({
  id: 0,
  pid: 0,
  type: 'menu',
  title: textOf(label, language),
  name,
  path: name,
  icon: icon ?? '',
  menu_type: 'tab',
  url: '',
  component: '',
  keepalive: name,
  extend: 'add_rules_only',
});

/** A page can be reached only through the directories it is in. */
function withParents(rules: readonly RuleRow[], owned: readonly RuleRow[]): RuleRow[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const visible = new Set<number>();
  for (const rule of owned) {
    for (
      let at: RuleRow | undefined = rule;
      at && !visible.has(at.id);
      at = at.pid === null ? undefined : byId.get(at.pid)
    ) {
      if (at === rule || at.type === 'menu_dir') visible.add(at.id);
    }
  }
  return rules.filter((rule) => visible.has(rule.id));
}

const prune = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes
    .map((node) => (node.children ? { ...node, children: prune(node.children) } : node))
    .filter((node) => node.type !== 'menu_dir' || (node.children?.some((child) => child.type !== 'button') ?? false));

function plain(model: Model, rule: RuleRow, language: Language): MenuNode {
  // Types of a table of rules of a plugin's own are pages too (protocol §4.3).
  const isPage = rule.type !== 'menu_dir' && rule.type !== 'button';
  return {
    id: rule.id,
    pid: rule.pid ?? 0,
    type: rule.type,
    title: String(textShown('title', model.fields.get('title')!.options, rule, language)),
    name: rule.name,
    path: rule.path ?? rule.name,
    icon: rule.icon ?? '',
    menu_type: isPage ? rule.menu_type : null,
    url: rule.url ?? '',
    component: isPage ? (rule.component ?? '') : '',
    keepalive: rule.keepalive === 1 ? rule.name : 0,
    extend: rule.extend,
  };
}
