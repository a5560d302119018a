import { f, table } from '#resource';

export const category = table('category', { name: f.text({ required: true, unique: true, search: true }) });

// Lets other tables refer to this one, with every type checked.
declare module '#resource' {
  interface Tables {
    category: typeof category;
  }
}

export default category.resource({
  path: 'content/category',
  label: { 'zh-cn': '分类', en: 'Categories' },
  rowLabel: { 'zh-cn': '分类', en: 'category' },
});
