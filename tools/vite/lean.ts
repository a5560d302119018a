import type { Plugin } from 'vite';

interface StandIn {
  readonly import: string;
  /** Who imports it; everybody when left out. */
  readonly by?: RegExp;
  /** What is there instead; left out: a copy for this importer alone, so that nobody else's use of it comes along. */
  readonly code?: string;
}

/** How wide bars are that scroll, of each `scrollbar-width`, until the page is zoomed. */
const scrollBarSizes = `
  const known = new Map();
  function sizesOf(scrollbarWidth) {
    if (known.size === 0) addEventListener('resize', () => known.clear(), { once: true });
    const box = document.createElement('div');
    Object.assign(box.style, { position: 'absolute', top: 0, width: '100px', height: '100px', overflow: 'scroll', scrollbarWidth });
    document.body.append(box);
    const sizes = { width: box.offsetWidth - box.clientWidth, height: box.offsetHeight - box.clientHeight };
    box.remove();
    known.set(scrollbarWidth, sizes);
    return sizes;
  }
  const sizes = (kind) => known.get(kind) ?? sizesOf(kind);
  export default () => sizes('auto').width;
  export const getTargetScrollBarSize = (target) =>
    target instanceof Element ? sizes(getComputedStyle(target).scrollbarWidth) : { width: 0, height: 0 };`;

/** Parts of libraries that every list would load though nothing here uses them. */
const standIns: readonly StandIn[] = [
  // antd's filters in the header of a table, with a tree: ours stand in a panel above it.
  {
    import: './FilterDropdown',
    by: /antd\/es\/table\/hooks\/useFilter\/index\.js$/,
    code: 'export default () => null; export const flattenKeys = () => [];',
  },
  // Tables that draw the rows in sight only, in a box of their own: lists do so within the page. Others draw all rows.
  {
    import: './RcTable/VirtualTable',
    by: /antd\/es\/table\/InternalTable\.js$/,
    code: "export { default } from 'antd/es/table/RcTable';",
  },
  // A row is ticked by itself, not with those below it.
  {
    import: '@rc-component/tree',
    by: /antd\/es\/table\/hooks\/useSelection\.js$/,
    code: `export { arrAdd, arrDel } from '@rc-component/tree/es/util';
      const fail = () => { throw new Error('checkStrictly: false is left out: tools/vite/lean.ts'); };
      export { fail as conductCheck, fail as convertDataToEntities };`,
  },
  // Rows are ticked, never one of many.
  { import: '../../radio', by: /antd\/es\/table\/hooks\/useSelection\.js$/, code: 'export default () => null;' },
  // A one-time password, digit by digit.
  { import: './OTP', by: /antd\/es\/input\/index\.js$/, code: 'export default () => null;' },
  // Measured with a style sheet of its own, for each table and dialog anew: all of the page is styled once more for that.
  { import: './getScrollBarSize', by: /@rc-component\/util\/es\/index\.js$/, code: scrollBarSizes },
  // Deprecated by antd itself; they bring `Space`, which no list has.
  { import: './Group', by: /antd\/es\/input\/index\.js$/, code: 'export default () => null;' },
  { import: './dropdown-button', by: /antd\/es\/dropdown\/index\.js$/, code: 'export default () => null;' },
  // `<App>` with its dialogs: `src/web/app/Root.tsx` gives `App.useApp()` the same, loaded when first asked.
  {
    import: './app',
    by: /antd\/es\/index\.js$/,
    code: "import useApp from 'antd/es/app/useApp'; export default { useApp };",
  },
  // One tooltip that moves from control to control, and with it all that opens over a page.
  {
    import: '../tooltip/UniqueProvider',
    by: /antd\/es\/config-provider\/index\.js$/,
    code: 'export default ({ children }) => children;',
  },
  {
    import: './UniqueProvider',
    by: /antd\/es\/tooltip\/index\.js$/,
    code: 'export default ({ children }) => children;',
  },
  // Buttons and tags ask whether a colour is bright, in the file of the colour picker's panel.
  {
    import: '../../color-picker/components/ColorPresets',
    by: /antd\/es\/(?:button\/style\/token|tag\/style\/index)\.js$/,
  },
  // Only the panel itself folds its colours.
  { import: '../../collapse', by: /\/ColorPresets\.js\?copy$/, code: 'export default () => null;' },
  // Of the picker itself nothing but how it counts colours; `ColorBlock` is for the panel that is left out.
  {
    import: '@rc-component/color-picker',
    by: /antd\/es\/color-picker\/(?:color|util|components\/ColorPresets)\.js(?:\?copy)?$/,
    code: "export { Color } from '@rc-component/color-picker/es/color'; export const ColorBlock = () => null;",
  },
  // Calls go by XMLHttpRequest, which tells how much of a body is sent.
  { import: './fetch.js', by: /axios\/lib\/adapters\/adapters\.js$/, code: 'export const getFetch = () => null;' },
  // Tokens that end calls: `AbortSignal` does. Names of statuses, forms as JSON, and the cookie of another kind of session.
  { import: './cancel/CancelToken.js', by: /axios\/lib\/axios\.js$/, code: 'export default undefined;' },
  { import: './helpers/HttpStatusCode.js', by: /axios\/lib\/axios\.js$/, code: 'export default undefined;' },
  { import: './helpers/formDataToJSON.js', by: /axios\/lib\/axios\.js$/, code: 'export default undefined;' },
  {
    import: '../helpers/formDataToJSON.js',
    by: /axios\/lib\/defaults\/index\.js$/,
    code: 'export default (form) => form;',
  },
  {
    import: './cookies.js',
    by: /axios\/lib\/helpers\/resolveConfig\.js$/,
    code: 'export default { read: () => null };',
  },
  {
    import: './isURLSameOrigin.js',
    by: /axios\/lib\/helpers\/resolveConfig\.js$/,
    code: 'export default () => false;',
  },
  // React has had it since its version 18.
  { import: 'use-sync-external-store/shim', code: "export { useSyncExternalStore } from 'react';" },
  // Which line of the source called a hook, for Refine's own tools of development.
  { import: 'error-stack-parser', code: 'export default { parse: () => [] };' },
  // English plurals of names: tables are called by their labels, in any language.
  {
    import: 'pluralize',
    code: 'const same = (word) => word; export default Object.assign(same, { plural: same, singular: same });',
  },
  // For browsers that have had these for years.
  { import: 'side-channel', by: /\/qs\//, code: 'module.exports = () => new WeakMap();' },
];

/** Leaves out what the browser does not need. A library that has moved such a part fails the build. */
export function lean(): Plugin {
  const met = new Set<StandIn>();
  return {
    name: 'lean',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      const place = standIns.findIndex((each) => each.import === source && (each.by?.test(importer ?? '') ?? true));
      const standIn = standIns[place];
      if (!standIn) return null;
      met.add(standIn);
      if (standIn.code !== undefined) return { id: `\0lean:${place}`, moduleSideEffects: false };
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && { id: `${found.id}?copy`, moduleSideEffects: false };
    },
    load: (id) => (id.startsWith('\0lean:') ? (standIns[Number(id.slice(6))]?.code ?? null) : null),
    buildEnd(error) {
      const missing = standIns.filter((each) => !met.has(each));
      if (!error && missing.length > 0)
        this.error(
          `Nothing imports ${missing.map((each) => each.import).join(', ')} any more: look at tools/vite/lean.ts.`,
        );
    },
  };
}
