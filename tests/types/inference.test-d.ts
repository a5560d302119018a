/** Compiled by `tsc`, never run: what rows, inserts and updates are inferred to be. */
import {
  extend,
  f,
  table,
  type Field,
  type Insert,
  type Json,
  type Path,
  type Row,
  type RowOf,
  type Rows,
  type Update,
  type Where,
} from '#resource';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T | undefined => undefined;

// Two tables that refer to each other, and one to itself.
export const writer = table('types_writer', {
  nickname: f.text({ required: true, max: 30 }),
  email: f.email(),
  password: f.password({ required: true }),
  pin: f.text({ secret: true, readonly: true }),
  favourite_id: f.belongsTo('types_post', { onDelete: 'null' }),
});
export const post = table('types_post', {
  title: f.text({ required: true, max: 120, search: true }),
  body: f.richText(),
  status: f.enum({ draft: 'Draft', live: { 'zh-cn': '已发布', en: 'Live', color: 'green' } }, { default: 'draft' }),
  kinds: f.enums({ news: 'News', blog: 'Blog' }),
  price: f.money({ default: '0' }),
  rate: f.percent(),
  pinned: f.bool(),
  tags: f.tags({ required: true }),
  extra: f.json(),
  day: f.date(),
  at: f.datetime({ required: true }),
  place: f.area({ level: 2 }),
  lines: f.keyValue(),
  writer_id: f.belongsTo('types_writer', { required: true }),
  readers: f.belongsToMany('types_writer'),
  box_ids: f.belongsToMany('types_post'),
  pid: f.parent(),
  weigh: f.weigh(),
  margin: f.computed<number | null>({ sql: 'price * 0.3' }),
});
declare module '#resource' {
  interface Tables {
    types_writer: typeof writer;
    types_post: typeof post;
  }
}

type Writer = typeof writer.fields;
type Post = typeof post.fields;
type PostRow = RowOf<typeof post>;

export const rows = [
  holds<Same<PostRow['title'], string>>(),
  holds<Same<PostRow['body'], string | null>>(),
  holds<Same<PostRow['status'], 'draft' | 'live'>>(),
  holds<Same<PostRow['kinds'], ('news' | 'blog')[]>>(),
  holds<Same<PostRow['price'], string>>(),
  holds<Same<PostRow['rate'], number | null>>(),
  holds<Same<PostRow['pinned'], 0 | 1>>(),
  holds<Same<PostRow['tags'], string[]>>(),
  holds<Same<PostRow['extra'], Json | null>>(),
  holds<Same<PostRow['day'], string | null>>(),
  holds<Same<PostRow['at'], number>>(),
  holds<Same<PostRow['place'], string[]>>(),
  holds<Same<PostRow['lines'], { key: string; value: string }[]>>(),
  holds<Same<PostRow['writer_id'], number>>(),
  holds<Same<PostRow['readers'], number[]>>(),
  holds<Same<PostRow['pid'], number | null>>(),
  holds<Same<PostRow['margin'], number | null>>(),
  holds<Same<PostRow['version'], number>>(),
  // What is secret is not in the row.
  holds<
    Same<keyof Row<Writer>, 'id' | 'version' | 'create_time' | 'update_time' | 'nickname' | 'email' | 'favourite_id'>
  >(),
];

export const inserts = [
  holds<
    Same<Insert<Writer>, { nickname: string; password: string; email?: string | null; favourite_id?: number | null }>
  >(),
  holds<'margin' | 'weigh' | 'id' extends keyof Insert<Post> ? false : true>(),
  holds<Same<Update<Writer>['version'], number>>(),
  holds<Same<Update<Writer>['nickname'], string | undefined>>(),
];
export const insert: Insert<Post> = { title: 'A', at: 0, writer_id: 1, tags: ['x'] };
export const update: Update<Post> = { version: 2, status: 'live', readers: [1, 2] };

export const paths = [
  holds<'writer.nickname' extends Path<Post> ? true : false>(),
  holds<'favourite.title' extends Path<Writer> ? true : false>(),
  holds<'writer.password' extends Path<Post> ? false : true>(),
  holds<'writer.pin' extends Path<Post> ? false : true>(),
  holds<'margin' extends Path<Post> ? true : false>(),
];

export const where: Where<Post> = {
  status: { in: ['draft'] },
  or: [{ price: { gt: '10' } }, { writer_id: 3 }],
  day: { isNull: true },
  title: { contains: 'a' },
};

export const resource = post.resource({
  path: 'content/post',
  title: 'title',
  traits: { sortable: true, tree: true, trash: true, history: true },
  list: {
    columns: ['title', 'writer.nickname', 'margin', 'readers', 'update_time', 'weigh'],
    sort: ['-weigh', 'writer.id'],
    inline: ['status', 'pinned'],
    filters: ['status', 'create_time'],
  },
  form: { layout: [['title', 'status'], 'writer_id', { section: 'More', fields: ['readers', ['price', 'rate']] }] },
  rows: { read: (caller) => caller.super || { writer_id: caller.id } },
  access: { price: { write: (caller) => caller.may('content/post/price') } },
  check: ({ next, prev }) =>
    next.status === 'live' && prev?.body === null ? { body: 'A live post needs a body' } : undefined,
  hooks: {
    async beforeSave({ next, context }) {
      next.weigh = 3;
      const found = await context.table('types_writer').list({ nickname: 'Ann' }, { sort: '-id' });
      next.writer_id = found[0]?.id ?? 1;
    },
    afterSave({ row }) {
      row.status satisfies 'draft' | 'live';
    },
  },
});
export const other = writer.resource({ list: { columns: ['favourite.title'] } });
/** Paths over any number of relations, to many rows too, and up a tree. */
export const far = writer.resource({
  list: {
    columns: ['nickname'],
    sort: ['-favourite.writer.favourite.writer.nickname', 'favourite.pid.title'],
    filters: [
      'email',
      'favourite.writer.favourite.writer.favourite.status',
      'favourite.readers.nickname',
      'favourite.boxes.title',
    ],
  },
  rows: {
    read: (caller) => ({
      'favourite.writer_id': caller.id,
      or: [{ 'favourite.status': 'live' }, { not: { 'favourite.price': { gt: '3' } } }],
      'favourite.title': null,
    }),
  },
  dashboard: { label: 'Live', where: { 'favourite.status': { ne: 'draft' } } },
});

/** Conditions over any number of relations, in rules, figures, badges, hooks and extensions. */
export const conditions = [
  writer.resource({
    rows: {
      read: (caller) => caller.super || { 'favourite.writer.favourite.writer.nickname': 'Ann' },
      write: ({ id }) => ({
        or: [{ 'favourite.boxes.title': { contains: 'a' } }, { not: { 'favourite.readers.id': id } }],
      }),
    },
    dashboard: [
      { label: 'Live', where: { 'favourite.writer.favourite.status': { in: ['live'] } } },
      { label: 'Ann', where: { nickname: 'Ann', 'favourite.pid.pid.writer_id': null } },
    ],
    menu: { badge: { 'favourite.writer.favourite.price': { gt: '3' } } },
    hooks: {
      async beforeSave({ context }) {
        await context.table('types_writer').count({ 'favourite.writer.favourite.pinned': 1 });
      },
    },
  }),
  extend('types_writer', { rank: f.int() }).with({
    list: { filters: ['favourite.writer.favourite.status'] },
    rows: { read: () => ({ rank: 3, 'favourite.writer.favourite.status': 'live' }) },
  }),
];

export const shared = post.resource({ rows: { read: ({ id }) => ({ 'readers.id': { in: [id] }, 'pid.pinned': 1 }) } });

/** Any field stands in a list of any fields. */
export const any: Field<unknown, {}> = f.text();
export async function use(posts: Rows<Post>): Promise<string> {
  const row = await posts.add({ title: 'A', at: 0, writer_id: 1, tags: [] });
  return row.title;
}

/** What a field converts is of any type that a value on the wire can have; what comes of it is of the field's own. */
export const converted = table(
  'types_converted',
  {
    price: f.money({ convert: (cents: number) => (cents / 100).toFixed(2), default: '0' }),
    size: f.int({ convert: (old) => (old === 'large' ? 2 : null) }),
    status: f.enum({ a: 'A' }, { convert: (old: string) => old.toLowerCase() }),
    words: f.tags({ convert: (old: string) => old.split(',') }),
  },
  { renamedFrom: 'types_former' },
);
export const convertedRow = holds<Same<RowOf<typeof converted>['price'], string>>();
export const moved = converted.resource({ path: 'types/here', movedFrom: 'types/there', dropped: ['price', 'price'] });
