import { f, table, type Resource } from '#resource';

const shelf = table('shelf', { name: f.text({ required: true, max: 50, search: true }) });
const book = table('book', {
  title: f.text({ label: { 'zh-cn': '标题', en: 'Title' }, required: true, max: 120, search: true, unique: true }),
  shelf_id: f.belongsTo('shelf', { label: { 'zh-cn': '书架', en: 'Shelf' } }),
  status: f.enum(
    { draft: { 'zh-cn': '草稿', en: 'Draft' }, live: { 'zh-cn': '已发布', en: 'Live', color: 'green' } },
    { default: 'draft', label: { 'zh-cn': '状态', en: 'Status' } },
  ),
  price: f.money({ default: '0', label: { 'zh-cn': '价格', en: 'Price' } }),
  hot: f.bool({ label: { 'zh-cn': '热门', en: 'Hot' } }),
  subtitle: f.text({ required: true, when: { status: 'live' }, label: { 'zh-cn': '副标题', en: 'Subtitle' } }),
  body: f.richText({ label: { 'zh-cn': '正文', en: 'Body' } }),
});
declare module '#resource' {
  interface Tables {
    shelf: typeof shelf;
    book: typeof book;
  }
}

/** Two tables as an integrator writes them, for the browser tests. */
export const library: readonly Resource[] = [
  shelf.resource({
    path: 'library/shelf',
    label: { 'zh-cn': '书架', en: 'Shelves' },
    rowLabel: { 'zh-cn': '书架', en: 'shelf' },
  }),
  book.resource({
    path: 'library/book',
    label: { 'zh-cn': '图书', en: 'Books' },
    icon: 'fa fa-book',
    traits: { sortable: true, trash: true, history: true },
    list: { columns: ['title', 'shelf.name', 'status', 'price', 'hot', 'update_time'] },
  }),
];
