import type { Row, Tables } from '#resource';

/** A rule as the database has it. */
export type RuleRow = Row<Tables['admin_rule']['fields']>;

/** A group of accounts, as far as it gives rights. */
export interface RuleGroup {
  readonly id: number;
  readonly status: number | null;
  /** Owns every rule, those of tomorrow too. */
  readonly is_super: number | null;
  readonly rule_ids: readonly number[];
}

/** What the members of some groups own. */
export interface OwnedRules {
  readonly isSuper: boolean;
  /** Active groups. */
  readonly groups: readonly number[];
  /** Ids of the owned rules. */
  readonly rules: ReadonlySet<number>;
  /** Owned nodes in lower case. */
  readonly nodes: ReadonlySet<string>;
}

/** Those that count, in the order of menus. */
export const activeRules = (rules: readonly RuleRow[]): RuleRow[] =>
  rules
    .filter((rule) => rule.status === 1 && rule.gone !== 1)
    .toSorted((one, other) => (other.weigh ?? 0) - (one.weigh ?? 0) || one.id - other.id);

/** What these groups own of the active rules; groups that are disabled give nothing. */
export function ownedRules(given: readonly RuleGroup[], active: readonly RuleRow[]): OwnedRules {
  const groups = given.filter((group) => group.status === 1);
  const isSuper = groups.some((group) => group.is_super === 1);
  const ids = new Set(groups.flatMap((group) => group.rule_ids));
  const rules = isSuper ? active : active.filter((rule) => ids.has(rule.id));
  return {
    isSuper,
    groups: groups.map((group) => group.id),
    rules: new Set(rules.map((rule) => rule.id)),
    nodes: new Set(rules.map((rule) => rule.name.toLowerCase())),
  };
}
