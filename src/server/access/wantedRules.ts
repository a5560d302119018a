import { nameInWords, type Label, type MenuGroup, type Model } from '#resource';
import type { MenuEntry } from '#plugin';
import { actionsFor } from '../table/realmRules.ts';

/** A rule as the tables and plugins ask for it. */
export interface WantedRule {
  readonly name: string;
  /** Name of the rule above; undefined at the top. */
  readonly parent: string | undefined;
  readonly type: 'menu_dir' | 'menu' | 'button';
  readonly label: Label;
  readonly icon: string | undefined;
  readonly weigh: number | undefined;
  readonly remark: Label | undefined;
  /** Buttons of a page without a menu entry, and pages that are not shown in it. */
  readonly isHidden: boolean;
  /** The path of a page before it moved. */
  readonly movedFrom?: string | undefined;
}

/** Where labels of actions and of directories without one come from. */
export type FindText = (key: string) => Label | undefined;

/** The rules that these tables and menu entries need: directories by the parts of their paths, a menu, a button for each action. */
export function wantedRules(models: readonly Model[], menus: readonly MenuEntry[], find: FindText): WantedRule[] {
  const wanted = new Map<string, WantedRule>();
  for (const model of models) {
    if (model.definition.page === false) continue;
    const { menu } = model.definition;
    const placed = menu === false ? undefined : menu;
    const parent = within(wanted, directoriesOf(wanted, model.path, placed?.directory, find), placed?.group);
    const { icon, remark } = model.definition;
    wanted.set(model.path, {
      ...page(model.path, parent, model.label, icon, placed?.weigh, remark, menu === false),
      movedFrom: model.movedFrom,
    });
    for (const { name, label, superOnly } of model.actions.values())
      if (!superOnly) {
        const text = label ?? find(`rule:${name}`) ?? nameInWords(name);
        wanted.set(`${model.path}/${name}`, button(model.path, name, text));
      }
    for (const [name, label] of Object.entries(model.definition.permissions ?? {}))
      wanted.set(`${model.path}/${name}`, button(model.path, name, label));
  }
  for (const { path, label, icon, weigh, top, directory, buttons = {} } of menus) {
    const parent = top ? undefined : directoriesOf(wanted, path, directory, find);
    wanted.set(path, page(path, parent, label, icon, weigh, undefined, false));
    for (const [action, text] of Object.entries(buttons)) wanted.set(`${path}/${action}`, button(path, action, text));
  }
  return [...wanted.values()];
}

/**
 * The same for a realm of a plugin's: the tables that serve it, with what they do for it, and the pages that plugins show in
 * it. Directories are those of the pages: the back office's, which tables are in, mean nothing there.
 */
export function wantedInRealm(
  realm: string,
  models: readonly Model[],
  menus: readonly MenuEntry[],
  find: FindText,
): WantedRule[] {
  const own = menus.filter((entry) => entry.realm === realm);
  const served = models.filter((model) => actionsFor(realm, model).includes('index'));
  const nodes = new Set(served.flatMap((model) => actionsFor(realm, model).map((each) => `${model.path}/${each}`)));
  const directories = new Set(wantedRules([], own, find).map(({ name }) => name));
  return wantedRules(served, own, find)
    .filter(({ type, name, parent }) =>
      type === 'button'
        ? nodes.has(name) || own.some(({ path }) => path === parent)
        : type === 'menu' || directories.has(name),
    )
    .map((rule) =>
      rule.type === 'button' || rule.parent === undefined || directories.has(rule.parent)
        ? rule
        : { ...rule, parent: undefined },
    );
}

const page = (
  name: string,
  parent: string | undefined,
  label: Label,
  icon: string | undefined,
  weigh: number | undefined,
  remark: Label | undefined,
  isHidden: boolean,
): WantedRule => ({ name, parent, type: 'menu', label, icon, weigh, remark, isHidden });
const button = (parent: string, action: string, label: Label): WantedRule => ({
  name: `${parent}/${action}`,
  parent,
  type: 'button',
  label,
  icon: undefined,
  weigh: undefined,
  remark: undefined,
  isHidden: false,
});

type Directory = { label: Label; icon?: string; weigh?: number } | undefined;

/** Makes the directory of a group within the one of the path. */
function within(wanted: Map<string, WantedRule>, parent: string | undefined, group: MenuGroup | undefined) {
  if (!group) return parent;
  const name = parent === undefined ? group.name : `${parent}/${group.name}`;
  wanted.set(name, directory(name, parent, group));
  return name;
}

const directory = (
  name: string,
  parent: string | undefined,
  { label, icon, weigh }: Pick<WantedRule, 'label'> & Partial<Pick<WantedRule, 'icon' | 'weigh'>>,
): WantedRule => ({ name, parent, type: 'menu_dir', label, icon, weigh, remark: undefined, isHidden: false });

/** Makes a directory for each part of the path but the last; the definition describes the innermost. */
function directoriesOf(
  wanted: Map<string, WantedRule>,
  path: string,
  described: Directory,
  find: FindText,
): string | undefined {
  const parts = path.split('/').slice(0, -1);
  let parent: string | undefined;
  for (const [at, part] of parts.entries()) {
    const name = parts.slice(0, at + 1).join('/');
    const isInnermost = at === parts.length - 1;
    const before = wanted.get(name);
    if (!before || (isInnermost && described)) {
      const own = isInnermost ? described : undefined;
      wanted.set(
        name,
        directory(name, parent, {
          label: own?.label ?? find(`rule:directory.${part}`) ?? nameInWords(part),
          icon: own?.icon ?? before?.icon,
          weigh: own?.weigh ?? before?.weigh,
        }),
      );
    }
    parent = name;
  }
  return parent;
}
