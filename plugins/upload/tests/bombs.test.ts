import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { testPlugin } from '#test';
import { decoder } from '../server/picture.ts';
import { upload } from '../server.ts';
import { hugeGif, hugeTiff, hugeWebp, unpacked, zipBomb } from './bombs.ts';
import { filesOf } from './files.ts';
import { hugePng } from './pictures.ts';
import { send } from './send.ts';

testPlugin.onEither(
  'small files that are very large pictures are refused, whatever their format',
  [upload()],
  async (server) => {
    const token = await server.signIn();
    await server.request('POST', '/api/admin/routine.Config/edit', { token, body: { upload_mimetype: '*' } });
    const dot = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .webp()
      .toBuffer();
    const makers: readonly (readonly [name: string, (side: number) => Buffer])[] = [
      ['a.png', hugePng],
      ['a.tiff', hugeTiff],
      ['b.tiff', (side) => hugeTiff(side, true)],
      ['a.gif', hugeGif],
      ['a.webp', (side) => hugeWebp(side, dot)],
    ];
    for (const [name, make] of makers) {
      const bomb = await send(server, { bytes: make(50_000), name, token });
      expect(bomb.msg, name).toBe('This image is damaged, or too large to be shown.');
      expect(filesOf(server), name).toEqual([]);
      // Made in the same way, and of a usual size, it is a picture.
      const { code, msg, file } = await send(server, { bytes: make(64), name, token });
      expect([code, msg], name).toEqual([1, '']);
      expect(file, name).toMatchObject({ width: 64, height: 64, mimetype: expect.stringMatching(/^image/) as string });
      expect(
        (await server.request('DELETE', `/api/admin/routine.attachment/del?ids[]=${file.id}`, { token })).json.code,
      ).toBe(1);
      await expect.poll(() => filesOf(server)).toEqual([]);
    }
  },
);

testPlugin.onEither('a film of very many pictures costs one of them', [upload()], async (server) => {
  const token = await server.signIn();
  const bytes = hugeGif(1000, 20_000);
  const { file } = await send(server, { bytes, name: 'a.gif', type: 'image/gif', token });
  expect(file).toMatchObject({ width: 1000, height: 1000, size: bytes.length });
  const small = await fetch(`${server.address}${file.url}?thumb=96`);
  expect((await sharp(await small.arrayBuffer()).metadata()).pages ?? 1).toBe(1);
});

testPlugin.onEither('a bomb in an archive is kept as it is, and not set off', [upload()], async (server) => {
  const token = await server.signIn();
  const keep = async (bytes: Buffer, name: string, type: string, mimetype = type): Promise<number> => {
    const kept = send(server, { bytes, name, type, token });
    const count = await unpacked(() => kept);
    const { code, msg, file } = await kept;
    expect([code, msg], name).toEqual([1, '']);
    expect(file, name).toMatchObject({ mimetype, size: bytes.length });
    return count;
  };
  await server.request('POST', '/api/admin/routine.Config/edit', { body: { upload_mimetype: '*' }, token });
  const half = 524_288;
  // What is small is looked into: whatever is unpacked is counted.
  expect(await keep(zipBomb(0.5), 'small.zip', 'application/zip')).toBe(half);
  expect(zipBomb(60).length).toBeLessThan(65_536);
  expect(await keep(zipBomb(60), 'honest.zip', 'application/zip')).toBe(0);
  // One that says it is small.
  expect(await keep(zipBomb(60, half), 'lying.zip', 'application/zip')).toBeLessThan(2 * 1_048_576);
  const packed = gzipSync(Buffer.alloc(60 * 1_048_576, 'x'), { level: 9 });
  expect(await keep(packed, 'a.gz', 'application/gzip')).toBeLessThan(20 * 1_048_576);
});

it('the time for one picture has an end', () => {
  const { options } = decoder(hugePng(8)) as unknown as { options: { timeoutSeconds: number } };
  expect(options.timeoutSeconds).toBe(20);
});
