/** Compiled by `tsc`, never run: each mistake below must be a compile error, or `tsc` reports the comment above it. */
import { action, extend, f, table, type Insert, type Rows, type Update, type Where } from '#resource';
import { post, writer } from './inference.test-d.ts';

type Post = typeof post.fields;
declare const posts: Rows<Post>;
const base = { title: 'A', at: 0, writer_id: 1, tags: ['x'] };

export const mistakes = [
  // @ts-expect-error a misspelt column in the list
  post.resource({ list: { columns: ['titel'] } }),
  // @ts-expect-error a misspelt column of a related table
  post.resource({ list: { columns: ['writer.nick'] } }),
  // @ts-expect-error a secret column of a related table
  post.resource({ list: { columns: ['writer.password'] } }),
  // @ts-expect-error a secret column
  writer.resource({ list: { columns: ['pin'] } }),
  // @ts-expect-error a related table through something that is no relation
  post.resource({ list: { columns: ['title.length'] } }),
  // @ts-expect-error sorting by an unknown column
  post.resource({ list: { sort: '-titel' } }),
  // @ts-expect-error filtering by a secret column
  writer.resource({ list: { filters: ['password'] } }),
  // @ts-expect-error a misspelt column three relations away
  writer.resource({ list: { filters: ['favourite.writer.favourite.titel'] } }),
  // @ts-expect-error a misspelt relation on the way
  writer.resource({ list: { filters: ['favourite.writter.nickname'] } }),
  // @ts-expect-error a secret column two relations away
  writer.resource({ list: { filters: ['favourite.writer.pin'] } }),
  // @ts-expect-error a way through something that is no relation
  writer.resource({ list: { filters: ['favourite.title.length'] } }),
  // @ts-expect-error the one wrong path among right ones
  writer.resource({ list: { filters: ['favourite.writer.nickname', 'favourite.boxes.titel'] } }),
  // @ts-expect-error sorting by one of several related rows
  writer.resource({ list: { sort: '-favourite.readers.nickname' } }),
  // @ts-expect-error sorting by a misspelt column two relations away
  writer.resource({ list: { sort: ['nickname', '-favourite.writer.nick'] } }),
  // @ts-expect-error filtering by a direction
  writer.resource({ list: { filters: ['-favourite.writer.nickname'] } }),
  // @ts-expect-error a column of a table that is not next to it
  writer.resource({ list: { columns: ['favourite.writer.nickname'] } }),
  // @ts-expect-error a row rule over a misspelt path
  writer.resource({ rows: { read: (caller) => ({ 'favourite.writer_ids': caller.id }) } }),
  // @ts-expect-error a row rule over a path with a value of another type
  writer.resource({ rows: { read: () => ({ 'favourite.status': 'gone' }) } }),
  // @ts-expect-error a row rule over a secret column of a related table
  post.resource({ rows: { read: () => ({ not: { 'writer.pin': '1' } }) } }),
  // @ts-expect-error a row rule over a misspelt column three relations away
  writer.resource({ rows: { read: () => ({ 'favourite.writer.favourite.titel': 'A' }) } }),
  // @ts-expect-error a row rule over a misspelt relation, within a group beside a right path
  writer.resource({ rows: { read: () => ({ or: [{ nickname: 'A' }, { 'favourite.writter.nickname': 'A' }] }) } }),
  // @ts-expect-error a row rule over a secret column two relations away
  writer.resource({ rows: { read: (caller) => caller.super || { 'favourite.writer.pin': 'A' } } }),
  // @ts-expect-error a row rule over a path of three relations with a value of another type
  writer.resource({ rows: { read: () => ({ 'favourite.writer.favourite.status': 'gone' }) } }),
  // @ts-expect-error a rule for changing rows over a misspelt path, beside a right one for reading them
  writer.resource({ rows: { read: () => true, write: () => ({ 'favourite.writer.favourite.titel': 'A' }) } }),
  // @ts-expect-error a badge over a misspelt path
  writer.resource({ menu: { badge: { 'favourite.writer.nick': 'A' } } }),
  // @ts-expect-error one wrong figure of two
  writer.resource({ dashboard: [{ label: 'A' }, { label: 'B', where: { 'favourite.writer.nick': 'A' } }] }),
  // @ts-expect-error rows counted over a misspelt path
  posts.count({ 'writer.favourite.titel': 'A' }),
  // @ts-expect-error an extension's filter over a misspelt path
  extend('types_writer').with({ list: { filters: ['favourite.writer.nick'] } }),
  // @ts-expect-error an extension's row rule over a misspelt path
  extend('types_writer').with({ rows: { read: () => ({ 'favourite.writer.nick': 'A' }) } }),
  // @ts-expect-error a figure over a misspelt path
  post.resource({ dashboard: { label: 'A', where: { 'writer.nick': 'A' } } }),
  // @ts-expect-error a computed field changed in the list
  post.resource({ list: { inline: ['margin'] } }),
  // @ts-expect-error a list of relations changed in the list: it has no column
  post.resource({ list: { inline: ['readers'] } }),
  // @ts-expect-error a page size that is not offered
  post.resource({ list: { pageSize: 15 } }),
  // @ts-expect-error lines in a table that there is not
  writer.resource({ form: { lines: { types_pots: {} } } }),
  // @ts-expect-error lines in a table that does not refer to this one
  post.resource({ form: { lines: { types_post: {} } } }),
  // @ts-expect-error a misspelt column of lines
  writer.resource({ form: { lines: { types_post: { fields: ['titel'] } } } }),
  // @ts-expect-error lines by a field that leads nowhere near
  writer.resource({ form: { lines: { types_post: { by: 'title' } } } }),
  // @ts-expect-error the total of a text
  writer.resource({ form: { lines: { types_post: { totals: ['title'] } } } }),
  // @ts-expect-error an unknown field in a section of the form
  post.resource({ form: { layout: [{ section: 'A', fields: ['titel'] }] } }),
  // @ts-expect-error the sum of a text on the dashboard
  post.resource({ dashboard: { label: 'A', sum: 'title' } }),
  // @ts-expect-error a figure of rows by an unknown column
  post.resource({ dashboard: { label: 'A', where: { titel: 'A' } } }),
  // @ts-expect-error a title that people may not read
  writer.resource({ title: 'password' }),
  // @ts-expect-error an unknown trait
  post.resource({ traits: { sorted: true } }),
  // @ts-expect-error an unknown action
  post.resource({ actions: ['delete'] }),
  // @ts-expect-error an action under the name of a generic one
  post.resource({ actions: { edit: action({ label: 'Edit', handler() {} }) } }),
  // @ts-expect-error an action without a handler
  post.resource({ actions: { go: action({ label: 'Go' }) } }),
  // @ts-expect-error a misspelt option of an action
  post.resource({ actions: { go: action({ label: 'Go', confrm: 'Sure?', handler() {} }) } }),
  post.resource({
    actions: {
      go: action({
        label: 'Go',
        form: { count: f.int({ required: true }) },
        async handler({ rows, values, table: own }) {
          // @ts-expect-error a value that the form does not ask for
          values.cuont satisfies number;
          // @ts-expect-error a column that the table does not have
          rows[0]!.titel satisfies string;
          // @ts-expect-error a value of another type
          await own.edit(1, { title: values.count });
        },
      }),
    },
  }),
  // @ts-expect-error a row rule over an unknown column
  post.resource({ rows: { read: (caller) => ({ owner_id: caller.id }) } }),
  // @ts-expect-error a row rule with a value of another type
  post.resource({ rows: { read: () => ({ status: 'gone' }) } }),
  // @ts-expect-error an access rule for an unknown field
  post.resource({ access: { titel: {} } }),
  // @ts-expect-error an error for an unknown field
  post.resource({ check: () => ({ titel: 'wrong' }) }),
  // @ts-expect-error a label in one language of two
  post.resource({ label: { en: 'Posts' } }),
  // @ts-expect-error a hook that does not exist
  post.resource({ hooks: { beforeSafe() {} } }),
  post.resource({
    hooks: {
      beforeSave({ next }) {
        // @ts-expect-error a hook that sets another type
        next.title = 3;
      },
    },
  }),
  post.resource({
    hooks: {
      async afterSave({ context }) {
        // @ts-expect-error a hook that asks for an unknown table
        await context.table('types_wirter').count();
      },
    },
  }),
  // @ts-expect-error a relation to an unknown table
  table('types_a', { writer_id: f.belongsTo('types_wirter') }).resource(),
  // @ts-expect-error a list of relations to an unknown table
  table('types_b', { writers: f.belongsToMany('types_wirter') }).resource(),
  // @ts-expect-error a relation whose name does not end in _id
  table('types_c', { writer: f.belongsTo('types_writer') }).resource(),
  // @ts-expect-error an option of another kind of field
  f.text({ scale: 2 }),
  // @ts-expect-error a misspelt option
  f.text({ requird: true, max: 3 }),
  // @ts-expect-error a misspelt option of a relation
  f.belongsTo('types_writer', { onDelet: 'cascade', required: true }),
  // @ts-expect-error a label of an enum's value in one language
  f.enum({ draft: { en: 'Draft' } }),
  // @ts-expect-error a format that does not exist
  f.text({ format: 'nick' }),
  // @ts-expect-error a default that is none of the enum's values
  f.enum({ draft: 'Draft', live: 'Live' }, { default: 'lve' }),
  // @ts-expect-error a default of another type
  f.int({ default: '3' }),
  // @ts-expect-error an amount as a number
  f.money({ default: 0 }),
  // @ts-expect-error limits of money as numbers
  f.money({ min: 1 }),
  // @ts-expect-error a depth that areas do not have
  f.area({ level: 4 }),
  // @ts-expect-error a computed field without its expression
  f.computed<number>({}),
  // @ts-expect-error an insert without a required field
  { title: 'A', at: 0, writer_id: 1 } satisfies Insert<Post>,
  // @ts-expect-error an insert of a field that the server sets
  { ...base, weigh: 3 } satisfies Insert<Post>,
  // @ts-expect-error an insert of a computed field
  { ...base, margin: 3 } satisfies Insert<Post>,
  // @ts-expect-error an insert of a column that every table has
  { ...base, create_time: 3 } satisfies Insert<Post>,
  // @ts-expect-error an update without version
  { title: 'B' } satisfies Update<Post>,
  // @ts-expect-error an update with a value that is none of the enum's
  { version: 1, status: 'gone' } satisfies Update<Post>,
  // @ts-expect-error an update that empties a required field
  { version: 1, title: null } satisfies Update<Post>,
  // @ts-expect-error a comparison with another type
  { price: { gt: 10 } } satisfies Where<Post>,
  // @ts-expect-error rows sorted by an unknown column
  posts.list({}, { sort: '-titel' }),
];

// @ts-expect-error an amount is a text
f.money({ convert: () => 5 });
// @ts-expect-error a conversion is a function
f.int({ convert: 5 });
// @ts-expect-error misspelt
table('types_misuse', { title: f.text() }, { renamdFrom: 'x' });
// @ts-expect-error one former path
table('types_misuse', { title: f.text() }).resource({ movedFrom: ['x'] });
