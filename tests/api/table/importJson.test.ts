import { expect, it } from 'vitest';
import { f, table } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { importer } from '../../support/imports.ts';
import { securityServers } from '../../support/securityServers.ts';
import { startServer } from '../../support/server.ts';

eachDatabase((_name, _open, place) => {
  const { servers } = securityServers(place);

  it('reads lists and objects that stand in a file as JSON, and leaves texts as they are that only look like it', async () => {
    const item = table('item', { name: f.text(), pairs: f.keyValue(), more: f.json(), labels: f.tags() });
    servers.push(await startServer(await place(), { resources: [item.resource({ path: 'shop/item' })] }));
    const server = servers.at(-1)!;
    const mine = importer(server, 'shop.item', await server.signIn());
    const pairs = [
      { key: 'colour', value: 'red, dark; not pale' },
      { key: 'size', value: '' },
    ];
    const cells = ['[1]', JSON.stringify(pairs), '{"a":[1,null]}', '[a'];
    const line = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
    expect(await mine.run(`name,pairs,more,labels\n${line}\n{,,[x,\n`)).toMatchObject({ state: 'done', added: 2 });
    expect(await server.app.gate.rows('item' as never).list({}, { sort: 'id' })).toMatchObject([
      { name: '[1]', pairs, more: { a: [1, null] }, labels: ['[a'] },
      { name: '{', more: '[x' },
    ]);
    const exported = await server.request('GET', '/api/admin/shop.item/export?format=csv', { token: mine.token });
    expect(exported.text).toContain('"colour: red, dark; not pale; size: "');
    expect(await mine.check(exported.text)).toMatchObject({ same: 2, failed: 0 });
  });

  it('takes each JSON value from an export as what it was: texts as texts, numbers as numbers', async () => {
    const note = table('note', { more: f.json(), kept: f.json({ asText: true }) });
    servers.push(await startServer(await place(), { resources: [note.resource({ path: 'shop/note' })] }));
    const server = servers.at(-1)!;
    const { gate } = server.app;
    const texts = ['plain', '5', 'true', 'null', '[1]', '"quoted"', ' 5', '-1', '=1+1'];
    const values = [...texts, 5, -1.5, true, false, [1], { a: '5' }];
    await gate.addAll('note' as never, values.map((more) => ({ more, kept: JSON.stringify(more) })) as never);
    const token = await server.signIn();
    const { text } = await server.request('GET', '/api/admin/shop.note/export?format=csv', { token });
    expect(await importer(server, 'shop.note', token).check(text)).toMatchObject({ same: values.length, failed: 0 });
  });
});
