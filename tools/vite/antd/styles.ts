import { join } from 'node:path';
import type { Plugin } from 'vite';
import { antdRules, type AntdRules, type Rules, type StyleModule } from './rules.ts';

const page = join(import.meta.dirname, 'page.js');
const inLibrary = /\/node_modules\/(?:antd|@ant-design\/x)\/es\/(.*)\.js$/;
/** What makes hooks that style components, and who imports it. */
const makers = /\bgen(?:StyleHooks|SubStyleComponent|ComponentStyleHook)\(/;
const takesMakers = /\/theme\/(?:util\/)?genStyleUtils\.js$/;
const icons = 'theme/util/useResetIconStyle';

/** Of the syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly Node[];
}

/** The module that makes rules, of this file with this code. */
export function styleModule(file: string, code: string): StyleModule | undefined {
  const [, name] = inLibrary.exec(file) ?? [];
  if (name === undefined || name.startsWith('theme/') || !makers.test(code)) return undefined;
  return { file, name, isPart: code.includes('export default genSubStyleComponent(') };
}

/**
 * Makes the rules of antd's components while building, instead of in each browser, where that is a seventh of what a page
 * takes. They come with the code of the component, so that they are never missing, and go where antd would put them; what
 * makes them is left out. In development antd makes them itself.
 */
export function antdStyles(root: string): Plugin {
  let made: AntdRules | undefined;
  const rules = (): AntdRules => (made ??= antdRules(root));
  return {
    name: 'antd-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@ant-design\/cssinjs-utils$/ },
      handler: (_source, importer = '') => (inLibrary.test(importer) && takesMakers.test(importer) ? page : null),
    },
    transform: {
      filter: { id: inLibrary },
      handler(code, id) {
        if (inLibrary.exec(id)?.[1] === icons) return addition(rules().shared, 'export default () => {};');
        const module = styleModule(id, code);
        if (!module) return null;
        const all = rules().of(module);
        if (all.length === 0) this.error(`No rules of ${module.name}: see tools/vite/antd/rules.ts.`);
        return addition(all, withoutMaking(code, this.parse(code)));
      },
    },
  };
}

const addition = (rules: readonly Rules[], code: string): { code: string; map: null } => ({
  map: null,
  code: [
    code,
    `import { addRules } from ${JSON.stringify(page)};`,
    ...rules.map(({ order, css }) => `addRules(${order}, ${JSON.stringify(css)});`),
  ].join('\n'),
});

/** Without the functions that make rules, which calls name second. */
function withoutMaking(code: string, program: unknown): string {
  const making: Node[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, callee, arguments: given } = node as Partial<Node>;
    if (type === 'CallExpression' && makers.test(`${callee?.name}(`) && given?.[1]) making.push(given[1]);
    else for (const each of Object.values(node)) visit(each);
  };
  visit(program);
  return making.reduceRight((rest, { start, end }) => `${rest.slice(0, start)}null${rest.slice(end)}`, code);
}
