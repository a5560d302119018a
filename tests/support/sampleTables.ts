import { f, Problem, table, type Resource } from '#resource';

const category = table('category', {
  name: f.text({ required: true, max: 50, search: true }),
  secret_code: f.text({ secret: true }),
  // No list shows it, and it names no row: for those only who may list categories.
  cost: f.int(),
});
const tag = table('tag', { name: f.text({ required: true, unique: true }) });
const article = table('article', {
  title: f.text({ required: true, max: 120, search: true }),
  body: f.richText({ search: true }),
  category_id: f.belongsTo('category'),
  tag_ids: f.belongsToMany('tag'),
  status: f.enum({ draft: 'Draft', live: 'Live', gone: 'Gone' }, { default: 'draft' }),
  price: f.money({ default: '0', label: 'Price' }),
  rate: f.percent(),
  weight: f.decimal({ scale: 3 }),
  views: f.int({ default: 0, index: true }),
  hot: f.bool(),
  labels: f.tags(),
  colors: f.enums({ red: 'Red', blue: 'Blue', green: 'Green' }),
  day: f.date(),
  seen_at: f.datetime(),
  subtitle: f.text({ required: true, when: { status: 'live' } }),
  owner: f.int({ readonly: true }),
  pin: f.text({ secret: true }),
  note: f.text(),
  // Has a rule for reading and none for writing.
  margin: f.int({ default: 1 }),
  double: f.computed<number>({ sql: 'price * 2' }),
});
declare module '#resource' {
  interface Tables {
    category: typeof category;
    tag: typeof tag;
    article: typeof article;
    folder: typeof folder;
    account: typeof account;
    comment: typeof comment;
  }
}
const folder = table('folder', { name: f.text({ required: true, search: true }) });
const account = table('account', {
  name: f.text({ required: true, unique: true }),
  password: f.password({ required: true }),
  email: f.email(),
});
const comment = table('comment', {
  text: f.text({ required: true }),
  article_id: f.belongsTo('article', { required: true }),
  editor_id: f.belongsTo('account', { onDelete: 'null' }),
  account_id: f.belongsTo('account', { onDelete: 'cascade' }),
});

/** Tables with every trait, relation and rule, as hostile as the world: what is shown cannot always be changed. */
export const sampleTables: readonly Resource[] = [
  category.resource({
    path: 'content/category',
    rows: { read: (caller) => caller.super || { name: { ne: 'Hidden' } } },
  }),
  tag.resource({ path: 'content/tag' }),
  article.resource({
    path: 'content/article',
    traits: { sortable: true, trash: true, history: true },
    list: { columns: ['title', 'category.name', 'status', 'price', 'body', 'update_time'], sort: '-id' },
    access: {
      note: { read: (caller) => caller.super, write: (caller) => caller.super },
      margin: { read: (caller) => caller.super },
      views: { write: (caller) => caller.super },
    },
    // Rows of owner 0 are read and not written; and an edit can move a row out of its own rule.
    rows: {
      read: (caller) => caller.super || { owner: { in: [caller.id, 0] } },
      write: (caller) => caller.super || { owner: caller.id, status: { in: ['draft', 'live'] } },
    },
    check: ({ next }) => (next.title === 'forbidden' ? { title: { 'zh-cn': '不行', en: 'Not that' } } : undefined),
    hooks: {
      beforeSave({ next, prev, context }) {
        if (!prev && next.owner === null) next.owner = context.caller.id;
        if (next.title === 'refused by hook') throw new Problem('rows:taken');
        if (next.title === 'annotated') Object.assign(next, { subtitle: 'by a hook', note: 'hidden', pin: 'hidden' });
      },
    },
  }),
  folder.resource({ path: 'files/folder', traits: { tree: true, sortable: true } }),
  account.resource({ path: 'auth/account', traits: { history: true } }),
  comment.resource({ path: 'content/comment', traits: { history: true } }),
];
