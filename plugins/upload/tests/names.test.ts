import { expect } from 'vitest';
import { testPlugin } from '#test';
import { upload } from '../server.ts';
import { send } from './send.ts';

const unknown = Buffer.from([1, 2, 3, 0, 255, 7]);
/** As a program of Windows begins. */
const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);

testPlugin(
  'files are called as whoever sent them calls them, though their address is another',
  [upload()],
  async (server) => {
    const token = await server.signIn();
    const post = async (url: string, body: Record<string, unknown>) =>
      (await server.request('POST', `/api/admin/${url}`, { token, body })).json;
    await post('routine.Config/edit', { upload_mimetype: '*' });
    for (const [name, bytes, ending, shown] of [
      ['setup.exe', unknown, /\.bin$/, 'attachment; filename=setup.exe'],
      ['setup program.exe', program, /\.bin$/, 'attachment; filename="setup program.exe"'],
      ['data', Buffer.concat([unknown, unknown]), /\.bin$/, 'attachment; filename=data'],
      ['Quarterly report, last one.txt', 'words', /\.txt$/, 'inline; filename="Quarterly report, last one.txt"'],
      ['page.html', '<!doctype html>', /\.bin$/, 'attachment; filename=page.html'],
      [
        '数据.xyz',
        Buffer.from([0, 9, 8]),
        /\.bin$/,
        'attachment; filename="??.xyz"; filename*=UTF-8\'\'%E6%95%B0%E6%8D%AE.xyz',
      ],
    ] as const) {
      const { file, msg } = await send(server, { bytes, name, type: '', token });
      expect([msg, file?.name], name).toEqual(['', name]);
      expect(file.url, name).toMatch(ending);
      const served = await fetch(`${server.address}${file.url}`);
      expect(served.headers.get('content-disposition'), name).toBe(shown);
      // What forms and lists hold is the address: they are told the name, and that there is no need of a signature.
      expect(await post('ajax/fileLinks', { urls: [file.url] }), name).toMatchObject({
        data: { names: { [file.url]: name }, links: {} },
      });
    }
    const { file } = await send(server, { bytes: unknown, name: 'setup.exe', type: '', token });
    for (const thumb of [97, '', { toString: 1, valueOf: 1 }])
      expect((await post('ajax/fileLinks', { urls: [file.url], thumb })).code).toBe(0);
    const { version } = (await server.app.gate.rows('attachment').get(file.id))!;
    await post('routine.attachment/edit', { id: file.id, version, name: 'installer.exe' });
    expect((await post('ajax/fileLinks', { urls: [file.url, '/storage/none.bin'] })).data['names']).toEqual({
      [file.url]: 'installer.exe',
    });
  },
);
