import { definePlugin } from '#plugin';

/**
 * The menu entries of a page that is made of Refine's hooks (tests/web/refineHooks.test.tsx), and of pages that are made of our
 * own parts (tests/web/pluginParts.test.tsx).
 */
export const hooksPlugin = definePlugin({
  name: 'hooks',
  menu: [
    { path: 'library/hooks', label: { 'zh-cn': '钩子', en: 'Hooks' } },
    { path: 'library/parts', label: { 'zh-cn': '部件', en: 'Parts' } },
    { path: 'library/record', label: { 'zh-cn': '记录', en: 'Record' } },
    { path: 'parts', realm: 'guest', label: { 'zh-cn': '部件', en: 'Parts' } },
  ],
});
