import { definePlugin } from '#plugin';

/** The menu entry of a page that is made of Refine's hooks (tests/web/refineHooks.test.tsx). */
export const hooksPlugin = definePlugin({
  name: 'hooks',
  menu: [{ path: 'library/hooks', label: { 'zh-cn': '钩子', en: 'Hooks' } }],
});
