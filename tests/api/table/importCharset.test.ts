import { expect, it } from 'vitest';
import { eachDatabase } from '../../support/databases.ts';
import { importer, type Importer } from '../../support/imports.ts';
import { sampleTables } from '../../support/sampleTables.ts';
import { securityServers } from '../../support/securityServers.ts';
import { startServer, type TestServer } from '../../support/server.ts';

// Written by the Chinese Excel, where "CSV" is GBK: 标题,price / 重庆,2.50 / 镕基,3.00, the last one beyond GB 2312.
const gbk = Buffer.from('b1eacce22c70726963650d0ad6d8c7ec2c322e35300d0ae946bbf92c332e30300d0a', 'hex');

eachDatabase((_name, _open, place) => {
  const { servers } = securityServers(place);
  const begin = async (): Promise<[TestServer, Importer]> => {
    const server = await startServer(await place(), { resources: sampleTables });
    servers.push(server);
    return [server, importer(server, 'content.article', await server.signIn())];
  };

  it('reads what the Chinese Excel writes, says so, and imports it', async () => {
    const [server, mine] = await begin();
    expect(await mine.receive(gbk)).toMatchObject({
      charset: 'gb18030',
      header: ['标题', 'price'],
      columns: ['title', 'price'],
      sample: [
        ['重庆', '2.50'],
        ['镕基', '3.00'],
      ],
    });
    expect(await mine.run(gbk)).toMatchObject({ state: 'done', added: 2, charset: 'gb18030' });
    const rows = await server.app.gate.rows('article').list();
    expect(rows.map(({ title }) => title).toSorted()).toEqual(['重庆', '镕基'].toSorted());
  });

  it('reads it however late the first Chinese character comes, and wherever the file is cut', async () => {
    const [, mine] = await begin();
    const ascii = Buffer.from(`title,price\n${'plain,1.00\n'.repeat(20_000)}`);
    const rows = Buffer.concat(Array.from({ length: 20_001 }, () => Buffer.from('d6d8c7ec2c312e30300a', 'hex')));
    const found = await mine.receive(Buffer.concat([ascii, rows]));
    expect(found).toMatchObject({ charset: 'gb18030', lines: 40_001, header: ['title', 'price'] });
  });

  it.each([
    ['UTF-8', Buffer.from('标题,price\n重庆,2.50\n')],
    ['UTF-8 with a mark', Buffer.from('\uFEFF标题,price\n重庆,2.50\n')],
    ['UTF-16 with a mark', Buffer.from('\uFEFF标题\tprice\n重庆\t2.50\n', 'utf16le')],
    ['UTF-16 the other way', Buffer.from('\uFEFF标题\tprice\n重庆\t2.50\n', 'utf16le').swap16()],
  ])('needs to assume nothing of %s', async (_charset, content) => {
    const [, mine] = await begin();
    expect(await mine.receive(content)).toMatchObject({
      charset: '',
      header: ['标题', 'price'],
      sample: [['重庆', '2.50']],
    });
  });

  it.each([
    [
      'UTF-8 with a broken character',
      Buffer.concat([Buffer.from('title\n重庆长沙厦门\n'), Buffer.from('e9870a', 'hex')]),
    ],
    ['Latin 1', Buffer.from('title,price\nélan café,2.50\nnaïve Zoë,1\n', 'latin1')],
    ['GBK that is cut in the middle of a character', gbk.subarray(0, 24)],
    ['a picture', Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb0043', 'hex')],
  ])('does not take %s for Chinese, and keeps nothing of it', async (_charset, content) => {
    const [server, mine] = await begin();
    expect((await mine.send(content)).json).toMatchObject({
      code: 0,
      msg: "The text in this file can't be read. In Excel, save it as “CSV UTF-8”, then choose it again.",
    });
    expect(await server.app.database.read.selectFrom('row_import').select('id').execute()).toEqual([]);
  });
});
