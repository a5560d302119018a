import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eachDatabase } from '../../support/databases.ts';
import { ann, errorsOf, sampleGate } from '../../support/sampleGate.ts';

eachDatabase((_name, open) => {
  const { gate, database, model, add, edit, read, count } = sampleGate(open);

  describe('add', () => {
    it('answers the row with defaults, times and its first version', async () => {
      const before = Math.floor(Date.now() / 1000);
      const row = await add('article', { title: 'Hello' });
      expect(row).toMatchObject({
        version: 1,
        title: 'Hello',
        status: 'draft',
        price: '0.00',
        hot: 0,
        labels: [],
        tag_ids: [],
        owner: 7,
        category_id: null,
        category: null,
      });
      expect(row.create_time).toBeGreaterThanOrEqual(before);
      expect(row.create_time).toBeLessThanOrEqual(Date.now() / 1000);
      expect(row.update_time).toBe(row.create_time);
    });

    it('names every field that is wrong, and writes nothing', async () => {
      const before = await count('article');
      expect(
        await errorsOf(
          add('article', {
            title: '',
            price: '1.234',
            status: 'nope',
            category_id: 999,
            day: '2024-02-30',
            labels: 'x'.repeat(60),
          }),
        ),
      ).toEqual({
        title: 'validate:required',
        price: 'validate:cents',
        status: 'validate:choiceOf',
        day: 'validate:date',
        labels: expect.stringMatching(/^validate:/) as string,
      });
      expect(await errorsOf(add('article', { title: 'a', category_id: 999, tag_ids: [1, 998] }))).toEqual({
        category_id: 'validate:noSuchRow',
        tag_ids: 'validate:noSuchRow',
      });
      expect(await count('article')).toBe(before);
    });

    it('refuses unknown keys by name, and passes over what only the server sets', async () => {
      const hostile = JSON.parse('{"title":"a","super":1,"__proto__":{"x":1},"constructor":1,"pin2":1}') as Record<
        string,
        unknown
      >;
      expect(await errorsOf(add('article', hostile))).toEqual({
        super: 'validate:unknownField',
        ['__proto__']: 'validate:unknownField',
        constructor: 'validate:unknownField',
        pin2: 'validate:unknownField',
      });
      const row = await add('article', {
        title: 'a',
        id: 5000,
        version: 9,
        create_time: 1,
        update_time: 2,
        weigh: 3,
        delete_time: 4,
        owner: 99,
        double: 5,
        category: { id: 1 },
      });
      expect(row).toMatchObject({ version: 1, owner: 7, double: 0, delete_time: null });
      expect(row.id).toBeLessThan(5000);
      expect(row['weigh']).not.toBe(3);
    });

    it('names the first few of 60,000 unknown keys, and every field beside them that is wrong', async () => {
      const many = Object.fromEntries(
        Array.from({ length: 60_000 }, (_, at) => [`k${at}${'x'.repeat(at < 20 ? 5000 : 0)}`, 1]),
      );
      const { id } = await add('article', { title: 'a' });
      for (const job of [
        () => add('article', { ...many, title: '' }),
        () => edit('article', { id, ...many, title: '' }),
      ]) {
        const errors = await errorsOf(job());
        expect(Object.keys(errors)).toHaveLength(11);
        expect(errors['title']).toBe('validate:required');
        expect(JSON.stringify(errors).length).toBeLessThan(2000);
      }
      expect(await read('article', id)).toMatchObject({ title: 'a', version: 1 });
    });

    it('requires a conditional field only while it is shown', async () => {
      expect(await errorsOf(add('article', { title: 'a', status: 'live' }))).toEqual({ subtitle: 'validate:required' });
      const row = await add('article', { title: 'a' });
      expect(await errorsOf(edit('article', { id: row.id, status: 'live' }))).toEqual({
        subtitle: 'validate:required',
      });
      expect(await edit('article', { id: row.id, status: 'live', subtitle: 's' })).toMatchObject({
        status: 'live',
        subtitle: 's',
      });
    });

    it('runs the rules of the table and its hooks', async () => {
      expect(await errorsOf(add('article', { title: 'forbidden' }))).toEqual({ title: 'rows:literal' });
      await expect(add('article', { title: 'refused by hook' })).rejects.toMatchObject({ key: 'rows:taken' });
    });

    it('keeps only harmless HTML', async () => {
      const { body } = await add('article', {
        title: 'a',
        body: '<p onclick="x()">a<script>alert(1)</script><a href="javascript:x">b</a><img src=x onerror=y><svg><animate/></svg></p>',
      });
      expect(body).toBe('<p>a<a rel="noopener noreferrer nofollow">b</a><img src="x" /></p>');
    });

    it.each(['<b>&"\'\\%_', "'; DROP TABLE article; --", '=cmd|x', '{{7*7}}', '😀é\u202eabc\u{20000}', '\u3000全角'])(
      'keeps text as it is: %s',
      async (text) => {
        expect(await add('article', { title: `x${text}x` })).toMatchObject({ title: `x${text}x` });
      },
    );

    it('refuses a list or an object for a single value, empty ones too', async () => {
      const { id } = await add('article', { title: 'a', subtitle: 's', views: 5 });
      const single = ['title', 'subtitle', 'body', 'status', 'price', 'views', 'hot', 'day', 'seen_at', 'category_id'];
      for (const value of [[], {}]) {
        const body = Object.fromEntries(single.map((name) => [name, value]));
        expect(Object.keys(await errorsOf(edit('article', { id, ...body }))).toSorted()).toEqual(single.toSorted());
        expect(Object.keys(await errorsOf(add('article', body))).toSorted()).toEqual(single.toSorted());
      }
      expect(await read('article', id)).toMatchObject({ version: 1, subtitle: 's', views: 5 });
    });

    it('refuses NUL and lone surrogates by name', async () => {
      expect(await errorsOf(add('article', { title: 'a\0b', subtitle: '\ud800' }))).toMatchObject({
        title: 'validate:characters',
        subtitle: 'validate:characters',
      });
    });

    it('names a unique value that is taken', async () => {
      await add('tag', { name: 'once' });
      expect(await errorsOf(add('tag', { name: 'once' }))).toEqual({ name: 'validate:taken' });
      const other = await add('tag', { name: 'twice' });
      expect(await errorsOf(edit('tag', { id: other.id, name: 'once' }))).toEqual({ name: 'validate:taken' });
      expect(await edit('tag', { id: other.id, name: 'twice' })).toMatchObject({ version: 1 });
    });

    it('makes one row of the same addition sent five times at once', async () => {
      const before = await count('tag');
      const rows = await Promise.all(Array.from({ length: 5 }, () => add('tag', { name: 'five' }, ann, 'key-1')));
      expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
      expect((await add('tag', { name: 'five' }, ann, 'key-1')).id).toBe(rows[0]!.id);
      expect(await count('tag')).toBe(before + 1);
      await expect(add('tag', { name: 'six' }, ann, 'key-1')).rejects.toMatchObject({ key: 'rows:keyUsed' });
    });
  });

  describe('passwords', () => {
    it('are stored as hashes, never read, and kept when left empty', async () => {
      const row = await add('account', { name: 'ann', password: 'secret-1' });
      expect(row).not.toHaveProperty('password');
      const stored = async () =>
        (await sql<{ password: string }>`SELECT password FROM account WHERE id = ${row.id}`.execute(database().read))
          .rows[0]!.password;
      expect(await stored()).toBe('$argon2id$8');
      await edit('account', { id: row.id, password: '', name: 'anna' });
      expect(await stored()).toBe('$argon2id$8');
      await edit('account', { id: row.id, password: 'longer-secret' });
      expect(await stored()).toBe('$argon2id$13');
      expect(await errorsOf(add('account', { name: 'x' }))).toEqual({ password: 'validate:required' });
      expect(await errorsOf(edit('account', { id: row.id, password: 'a"b' }))).toEqual({
        password: 'validate:password',
      });
      expect(JSON.stringify(await gate().history(ann, model('account'), row.id))).not.toMatch(/argon|secret/);
    });
  });
});
