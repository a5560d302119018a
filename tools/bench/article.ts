import { f, table } from '#resource';

const category = table('bench_category', { name: f.text({ required: true }) });
const article = table('bench_article', {
  title: f.text({ required: true, max: 120, search: true }),
  summary: f.textarea({ search: true }),
  body: f.textarea(),
  category_id: f.belongsTo('bench_category'),
  status: f.enum({ draft: 'Draft', live: 'Live', gone: 'Gone' }, { default: 'draft', index: true }),
  price: f.money({ default: '0' }),
  views: f.int({ default: 0, index: true }),
  hot: f.bool(),
});

declare module '#resource' {
  interface Tables {
    bench_category: typeof category;
    bench_article: typeof article;
  }
}

/** What the benchmark measures: rows of one kilobyte, two searched columns, two indexes, a relation, history. */
export const benchTables = [
  category.resource({ path: 'bench/category' }),
  article.resource({
    path: 'bench/article',
    traits: { history: true },
    list: { columns: ['title', 'summary', 'body', 'category_id', 'status', 'price', 'views', 'hot', 'update_time'] },
  }),
];
