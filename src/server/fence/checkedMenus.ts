import type { MenuEntry, ServerPlugin } from '#plugin';

/** Menu entries of all plugins; what cannot be one is named in a sentence and left out. */
export function checkedMenus(plugins: readonly ServerPlugin[]): { menus: MenuEntry[]; faults: string[] } {
  const faults: string[] = [];
  const menus = plugins.flatMap(({ name, menu = [] }) =>
    menu.filter((entry) => {
      const fault = faultOf(entry);
      if (fault !== undefined) faults.push(`Plugin ${name}: menu: ${fault}`);
      return fault === undefined;
    }),
  );
  return { menus, faults };
}

function faultOf(entry: Partial<MenuEntry> | undefined): string | undefined {
  if (!/^[a-zA-Z]\w*(?:\/[a-zA-Z]\w*)*$/.test(entry?.path ?? ''))
    return `the path ${JSON.stringify(entry?.path)} must be words joined by "/", such as "report/daily".`;
  const labels = [entry?.label, ...Object.values(entry?.buttons ?? {}), entry?.directory?.label ?? ''];
  if (!labels.every(isLabel))
    return `"${entry!.path}" needs a label, text or { 'zh-cn': …, en: … }, and so do its buttons and its directory.`;
  return undefined;
}

const isLabel = (label: unknown): boolean =>
  typeof label === 'string' ||
  (typeof label === 'object' && label !== null && Object.values(label).every((text) => typeof text === 'string'));
