import { f, table } from '#resource';

export const article = table('article', {
  title: f.text({ label: { 'zh-cn': '标题', en: 'Title' }, required: true, max: 120, search: true }),
  category_id: f.belongsTo('category', { label: { 'zh-cn': '分类', en: 'Category' } }),
  status: f.enum(
    { draft: { 'zh-cn': '草稿', en: 'Draft' }, live: { 'zh-cn': '已发布', en: 'Live', color: 'green' } },
    { default: 'draft' },
  ),
  price: f.money({ default: '0' }),
  cover: f.image(),
  body: f.richText(),
});

export default article.resource({
  path: 'content/article',
  label: { 'zh-cn': '文章', en: 'Articles' },
  rowLabel: { 'zh-cn': '文章', en: 'article' },
  icon: 'fa fa-file-text-o',
  traits: { sortable: true, trash: true, history: true },
  list: { columns: ['title', 'category.name', 'status', 'price', 'update_time'], sort: '-weigh' },
});
