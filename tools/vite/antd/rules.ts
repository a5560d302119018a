import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ThemeConfig } from 'antd';
import type { ReactNode } from 'react';

/** Rules, and their place among those of other components: those with a greater order come later. */
export interface Rules {
  readonly order: number;
  readonly css: string;
}
/** A module that makes rules, `…/antd/es/button/style/index.js`; whether its default is a component that does so. */
export interface StyleModule {
  readonly file: string;
  /** `button/style/index` */
  readonly name: string;
  readonly isPart: boolean;
}
/** Rules as antd makes them where it runs. They are the same for every theme: what differs are variables. */
export interface AntdRules {
  /** Those that a module makes when what it exports is used. */
  of(module: StyleModule): readonly Rules[];
  /** Those for links and icons, which all components need. */
  readonly shared: readonly Rules[];
}

/** Called while a component is drawn, with its class, and that of the whole of it last. */
type Hook = (...classes: readonly string[]) => unknown;
/** By path: how often it is used, and what it holds, of which the fifth is the order. */
interface Cache {
  readonly cache: Map<string, readonly [uses: number, held: readonly unknown[]]>;
}
interface Libraries {
  createElement(type: unknown, props?: object | null, ...children: readonly ReactNode[]): ReactNode;
  renderToStaticMarkup(node: ReactNode): string;
  createCache(): Cache;
  extractStyle(cache: Cache, options: { readonly plain: true; readonly types: 'style' }): string;
  readonly StyleProvider: unknown;
  readonly ConfigProvider: unknown;
}

/** The class of what a module styles, without `ant-`, where it is not the name of its folder. */
const classNames: Readonly<Record<string, string>> = {
  '_util/wave/style': 'wave',
  'badge/style/ribbon': 'ribbon',
  'button/style/compact': 'btn',
  'button/style/index': 'btn',
  'calendar/style/index': 'picker',
  'date-picker/style/index': 'picker',
  'float-button/style/index': 'float-btn',
  'input/style/otp': 'otp',
  'input/style/search': 'input-search',
  'layout/style/sider': 'layout-sider',
  'qr-code/style/index': 'qrcode',
  'space/style/addon': 'space-addon',
  'space/style/compact': 'space-compact',
};
/** The same of a module that styles two things, by what it exports. */
const exported: Readonly<Record<string, string>> = { useRowStyle: 'row', useColStyle: 'col' };
/** What hooks are called with between the two classes. */
const between: Readonly<Record<string, string>> = {
  'calendar/style/index': 'ant-picker-calendar',
  'tree-select/style/index': 'ant-select-tree',
};
/** Nothing here runs from right to left, and antd's filters of tables are left out (lean.ts). */
const unused = /-rtl\b|\.ant-table-filter/;

/** The libraries are those of this folder. `theme` makes no difference. */
export function antdRules(root: string, theme: ThemeConfig = {}): AntdRules {
  const fromRoot = createRequire(join(root, 'package.json'));
  const antd = fromRoot.resolve('antd/package.json');
  const { createElement } = fromRoot('react') as Libraries;
  const { renderToStaticMarkup } = fromRoot('react-dom/server') as Libraries;
  const { ConfigProvider } = fromRoot('antd') as Libraries;
  const { createCache, extractStyle, StyleProvider } = createRequire(antd)('@ant-design/cssinjs') as Libraries;
  const shipped = readFileSync(join(dirname(antd), 'dist/antd.css'), 'utf8');
  /** Some components give the whole of themselves a class of its own, which antd's own sheet tells. */
  const wholeOf = (prefix: string): string =>
    [`${prefix}-css-var`, `${prefix}-wrapper`].find((each) => shipped.includes(`.${each} [class^="${prefix}"]`)) ??
    prefix;
  const drawing = ({ file, name, isPart }: StyleModule): ReactNode[] => {
    const hooks = fromRoot(inNode(file)) as Record<string, Hook>;
    return Object.entries(hooks).flatMap(([key, hook]) => {
      const prefixCls = `ant-${exported[key] ?? classNames[name] ?? name.split('/')[0]}`;
      const rootCls = wholeOf(prefixCls);
      if (key === 'default' && isPart) return [createElement(hook, { prefixCls, rootCls })];
      if (key !== 'default' && !/^use[A-Z]/.test(key)) return [];
      const classes = [prefixCls, between[name] ?? [], rootCls].flat();
      return [createElement(() => (hook(...classes), null))];
    });
  };
  /** By path. */
  const rulesOf = (content: readonly ReactNode[]): Map<string, Rules> => {
    const drawn = createCache();
    const themed = createElement(ConfigProvider, { theme: { ...theme, hashed: false } }, ...content);
    renderToStaticMarkup(createElement(StyleProvider, { cache: drawn }, themed));
    const made = [...drawn.cache].filter(([path]) => path.startsWith('style'));
    return new Map(
      made.map(([path, entry]) => {
        const alone = createCache();
        alone.cache.set(path, entry);
        const css = extractStyle(alone, { plain: true, types: 'style' });
        return [path, { order: Number(entry[1][4]), css: withoutUnused(css) }];
      }),
    );
  };
  const wave = drawing({
    file: join(dirname(antd), 'es/_util/wave/style.js'),
    name: '_util/wave/style',
    isPart: false,
  });
  const shared = new Map([...rulesOf(wave)].filter(([path]) => !path.includes('Wave')));
  return {
    shared: [...shared.values()],
    of(module) {
      const main = `${module.name.split('/')[0]}/style/index`;
      // Whichever is first says which variables of a component have no unit, and parts do not.
      if (main !== module.name && main !== '_util/style/index')
        rulesOf(drawing({ file: module.file.replace(`${module.name}.js`, `${main}.js`), name: main, isPart: false }));
      return [...rulesOf(drawing(module))].filter(([path]) => !shared.has(path)).map(([, rules]) => rules);
    },
  };
}

/** The same module for Node, which lies beside that for browsers. */
const inNode = (file: string): string => file.replace(/(\/node_modules\/(?:antd|@ant-design\/x))\/es\//, '$1/lib/');

/** Without where antd would look for what has been extracted, too. */
const withoutUnused = (css: string): string =>
  css.replaceAll(/([^{}]+)\{[^{}]*\}/g, (rule: string, selectors: string) =>
    selectors.startsWith('.data-ant-cssinjs') || selectors.split(',').every((each) => unused.test(each)) ? '' : rule,
  );
