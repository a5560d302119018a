import { f, Problem, textShown, type HookContext } from '#resource';

/**
 * Segments between slashes. The first must not be that of a page which is always there; none may lead elsewhere or be
 * a name that every object has.
 */
const pagePath =
  '(?!(?:login|loading|iframe)(?:/|$))(?!(?:[^/]*/)*(?:\\.{1,2}|__proto__|constructor|prototype)(?:/|$))[\\w.\\-]+(?:/[\\w.\\-]+)*';
const isPagePath = new RegExp(`^(?:${pagePath})$`, 'u');

const hidden = { read: () => false } as const;
const title = f.text({
  required: true,
  max: 100,
  search: true,
  translated: { en: 'made_title_en', of: 'made_title' },
  label: { 'zh-cn': '标题', en: 'Title' },
});

/**
 * Fields that rules of every realm have alike (protocol §4); `pages` are the types that lead to a page, `example` is a node
 * of the realm.
 */
export const ruleFields = <const P extends readonly string[]>(pages: P, example: string) => ({
  title,
  name: f.text({
    required: true,
    unique: true,
    max: 150,
    search: true,
    pattern: '[A-Za-z][\\w/.?=&-]*',
    label: { 'zh-cn': '规则名称', en: 'Name' },
    help: { 'zh-cn': `权限节点，如 ${example}`, en: `The permission, such as ${example}` },
  }),
  path: f.text({
    max: 200,
    pattern: pagePath,
    label: { 'zh-cn': '路由路径', en: 'Route path' },
    when: { type: ['menu_dir', ...pages] },
  }),
  icon: f.icon({ label: { 'zh-cn': '图标', en: 'Icon' }, when: { type: ['menu_dir', ...pages] } }),
  menu_type: f.enum(
    { tab: { 'zh-cn': '页面', en: 'Page' }, link: { 'zh-cn': '链接', en: 'Link' }, iframe: 'Iframe' },
    { default: 'tab', label: { 'zh-cn': '打开方式', en: 'Opens as' }, when: { type: [...pages] } },
  ),
  url: f.url({ label: { 'zh-cn': '链接地址', en: 'Address' }, when: { menu_type: ['link', 'iframe'] } }),
  component: f.text({ max: 200, label: { 'zh-cn': '组件路径', en: 'Component' }, when: { type: [...pages] } }),
  extend: f.enum(
    {
      none: { 'zh-cn': '无', en: 'None' },
      add_rules_only: { 'zh-cn': '只添加为路由', en: 'Route only' },
      add_menu_only: { 'zh-cn': '只添加为菜单', en: 'Menu only' },
    },
    { default: 'none', label: { 'zh-cn': '扩展属性', en: 'Extension' }, when: { type: [...pages] } },
  ),
  remark: f.textarea({ max: 255, label: { 'zh-cn': '备注', en: 'Remark' } }),
  status: f.bool({ default: 1, label: { 'zh-cn': '启用', en: 'Enabled' } }),
  weigh: f.weigh({ label: { 'zh-cn': '权重', en: 'Weight' } }),
  /** The title that the rule was made with; while they are the same, everybody sees it in their own language. */
  made_title: f.text({ readonly: true, filter: false }),
  made_title_en: f.text({ readonly: true, filter: false, search: true }),
  /** Set while the table or plugin that the rule was made from is not there. */
  gone: f.bool({ readonly: true, filter: false }),
});

/** What their resources have alike. */
export const ruleResource = {
  icon: 'fa fa-list-alt',
  title: 'title',
  choices: ['type', 'name'],
  aliases: { createtime: 'create_time', updatetime: 'update_time' },
  traits: { tree: true, sortable: true },
  access: { made_title: hidden, made_title_en: hidden, gone: hidden },
} as const;

interface RulePath {
  readonly type?: string | null | undefined;
  readonly path?: string | null | undefined;
  readonly name: string;
}

/** A rule without a path of its own has its name for one. */
export const checkRulePath = ({ next: { type, path, name } }: { readonly next: RulePath }) =>
  type !== 'button' && (path ?? null) === null && !isPagePath.test(name)
    ? { path: { key: 'validate:pattern' } }
    : undefined;

interface Weighed {
  list(where: object, options: { sort: 'weigh'; limit: 1 }): Promise<readonly { readonly weigh: number | null }[]>;
}

/** The weight of a new rule: it stands behind those that are there. */
export async function weighLast(rules: Weighed): Promise<number> {
  const [last] = await rules.list({}, { sort: 'weigh', limit: 1 });
  return Math.min(0, last?.weigh ?? 0) - 1;
}

interface MadeRule {
  readonly made_title: string | null;
  readonly gone: number;
}

/** Those that make themselves are deleted by nobody. */
export function assertNotMade(rows: readonly MadeRule[], { caller }: HookContext): void {
  const made = rows.find((row) => row.made_title !== null && row.gone === 0);
  if (made && caller.realm !== 'system')
    throw new Problem('auth:ruleInUse', { title: textShown('title', title.options, { ...made }, caller.language) });
}
