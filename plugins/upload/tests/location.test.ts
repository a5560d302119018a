import sharp from 'sharp';
import { expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';
import { hugeTiff } from './bombs.ts';
import { filesOf } from './files.ts';
import { send } from './send.ts';

const place = '+48.8577+002.2950/';
const box = (type: string, ...parts: readonly (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};
const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};
const udta = box('udta', box('\u00a9xyz', place), numbers(0));
/** A track with samples of these sizes, all in one chunk. */
const track = (format: string, sizes: readonly number[], offset: number, ...more: readonly Buffer[]): Buffer =>
  box(
    'trak',
    box('tkhd', numbers(1)),
    box(
      'mdia',
      box(
        'minf',
        box(
          'stbl',
          box('stsd', numbers(0, 1), box(format, 'format')),
          box('stsc', numbers(0, 1, 1, sizes.length, 1)),
          box('stsz', numbers(0, 0, sizes.length, ...sizes)),
          box('stco', numbers(0, 1, offset)),
        ),
      ),
    ),
    ...more,
  );
const ftyp = (brand: string): Buffer => box('ftyp', brand, numbers(0), 'isom');
const frames = 'the picture of the film';
/** A film whose frames come first: the place stands in the film, in its picture's track, and in a track of its own. */
function film(brand: string): Buffer {
  const media = box('mdat', frames, `here ${place}`, `there ${place}`);
  const start = ftyp(brand).length + 8;
  const moov = box(
    'moov',
    box('mvhd', numbers(7)),
    track('avc1', [frames.length], start, udta),
    track('gpmd', [5 + place.length, 6 + place.length], start + frames.length),
    udta,
    box('meta', 'com.apple.quicktime.location.ISO6709', place),
  );
  return Buffer.concat([ftyp(brand), media, moov, box('uuid', 'an XMP packet', place)]);
}

const stored = async (server: TestServer, url: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${server.address}${url}`)).arrayBuffer());
const takeAll = (server: TestServer, token: string) =>
  server.request('POST', '/api/admin/routine.Config/edit', { token, body: { upload_mimetype: '*' } });

testPlugin.onEither('films lose what tells where they were taken, and nothing else', [upload()], async (server) => {
  const token = await server.signIn();
  await takeAll(server, token);
  for (const [brand, name, type] of [
    ['isom', 'a.mp4', 'video/mp4'],
    ['qt  ', 'a.mov', 'video/quicktime'],
  ] as const) {
    const bytes = film(brand);
    const { file } = await send(server, { bytes, name, type, token });
    expect(file).toMatchObject({ mimetype: type, size: bytes.length });
    const kept = await stored(server, file.url);
    expect(kept.includes(place), name).toBe(false);
    expect(kept.includes('ISO6709'), name).toBe(false);
    expect(kept.length).toBe(bytes.length);
    // Frames, and the track that names them, are where they were.
    const until = bytes.indexOf('udta') - 4;
    const same = (from: number, to: number): boolean => kept.subarray(from, to).equals(bytes.subarray(from, to));
    expect(same(0, bytes.indexOf('here'))).toBe(true);
    expect(same(bytes.indexOf('moov') - 4, until)).toBe(true);
    expect(kept.toString('latin1', until + 4, until + 8)).toBe('free');
  }
  expect(filesOf(server)).toHaveLength(2);
  // The same film again is the same file; one without a place stays as it is.
  const again = await send(server, { bytes: film('isom'), name: 'a.mp4', type: 'video/mp4', token });
  expect(again.file.id).toBe(1);
  const plain = Buffer.concat([ftyp('isom'), box('mdat', frames), box('moov', box('mvhd', numbers(7)))]);
  const { file } = await send(server, { bytes: plain, name: 'b.mp4', type: 'video/mp4', token });
  expect((await stored(server, file.url)).equals(plain)).toBe(true);
});

testPlugin.onEither('HEIC pictures lose their EXIF data', [upload()], async (server) => {
  const token = await server.signIn();
  await takeAll(server, token);
  const gps = { IFD0: { Artist: 'Somebody' }, IFD3: { GPSMapDatum: 'Trocadero', GPSLatitudeRef: 'N' } };
  const avif = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .withExif(gps)
    .avif()
    .toBuffer();
  expect(avif.includes('Trocadero')).toBe(true);
  // What libheif writes, by the name of the other code in the same container.
  const bytes = Buffer.from(avif.toString('latin1').replace('ftypavif', 'ftypheic'), 'latin1');
  const { file } = await send(server, { bytes, name: 'a.heic', type: 'image/heic', token });
  expect(file).toMatchObject({ mimetype: 'image/heic', size: bytes.length });
  const kept = await stored(server, file.url);
  expect(kept.includes('Trocadero')).toBe(false);
  expect(kept.includes('Somebody')).toBe(false);
  const pixels = (given: Buffer) =>
    sharp(Buffer.from(given.toString('latin1').replace('ftypheic', 'ftypavif'), 'latin1'))
      .raw()
      .toBuffer();
  expect((await pixels(kept)).equals(await pixels(bytes))).toBe(true);
});

testPlugin.onEither('what nobody can look through is refused, and leaves nothing', [upload()], async (server) => {
  const token = await server.signIn();
  await takeAll(server, token);
  const message = /^The location can't be removed/;
  const good = film('isom');
  const stsc = good.indexOf('gpmd');
  const changed = (at: number, value: number): Buffer => {
    const bytes = Buffer.from(good);
    bytes.writeUInt32BE(value, at);
    return bytes;
  };
  const moov = good.indexOf('moov');
  const wrong = [
    // Boxes that are longer than what they are in, that never end, and tables that say more than there is.
    changed(moov - 4, 0x7fffffff),
    changed(moov + 4, 0x7fffffff),
    changed(good.indexOf('trak') + 4, 4),
    changed(good.indexOf('stco', stsc) + 8, 0xffffffff),
    changed(good.indexOf('stsc', stsc) + 16, 0xffffffff),
    good.subarray(0, good.length - 5),
    Buffer.concat([ftyp('isom'), Buffer.alloc(200_000, box('free'))]),
    // Measurements in fragments, which no table names.
    Buffer.concat([good, box('moof', numbers(0))]),
  ];
  for (const [at, bytes] of wrong.entries()) {
    expect([at, (await send(server, { bytes, name: 'a.mp4', type: 'video/mp4', token })).msg]).toEqual([
      at,
      expect.stringMatching(message),
    ]);
  }
  // The raw data of a camera, and JPEG XL.
  const raw = Buffer.concat([Buffer.from('49492a00100000004352020000000000', 'hex'), Buffer.alloc(100)]);
  const xl = Buffer.from('0000000c4a584c200d0a870a', 'hex');
  for (const [bytes, name] of [
    [raw, 'a.cr2'],
    [xl, 'a.jxl'],
  ] as const)
    expect((await send(server, { bytes, name, type: 'image/jpeg', token })).msg, name).toMatch(message);
  expect(filesOf(server)).toEqual([]);
  expect(await server.app.gate.rows('attachment').count()).toBe(0);
});

testPlugin.onEither(
  'what takes no bytes, or next to none, is not looked at without end',
  [upload()],
  async (server) => {
    const token = await server.signIn();
    await takeAll(server, token);
    const message = /^The location can't be removed/;
    // Items of 65,535 places each, whose offsets and lengths are 0 bytes wide.
    const item = Buffer.from([0, 1, 0, 0, 0xff, 0xff]);
    const iloc = box('iloc', numbers(0), Buffer.from([0, 0, 0, 4]), item, item, item, item);
    const iinf = box('iinf', numbers(0), Buffer.from([0, 0]));
    const picture = Buffer.concat([ftyp('heic'), box('meta', numbers(0), iinf, iloc)]);
    // Tracks of nothing but empty boxes of user data.
    const track = box('trak', Buffer.concat(Array.from({ length: 6000 }, () => box('udta'))));
    const movie = Buffer.concat([ftyp('isom'), box('moov', track, track)]);
    const movies = Buffer.concat([ftyp('isom'), box('moov', track), box('moov', track)]);
    for (const [bytes, name] of [
      [picture, 'a.heic'],
      [movie, 'a.mp4'],
      [movies, 'b.mp4'],
    ] as const)
      expect((await send(server, { bytes, name, type: 'video/mp4', token })).msg, name).toMatch(message);
    expect(filesOf(server)).toEqual([]);
  },
);

testPlugin.onEither('scans lose a place that stands in directories of their own', [upload()], async (server) => {
  const token = await server.signIn();
  await takeAll(server, token);
  for (const [name, tag, type] of [
    ['gps.tif', 0x8825, 4],
    ['geo.tif', 0x87af, 3],
  ] as const) {
    const bytes = hugeTiff(64, false, [[tag, type, 8]]);
    const { file } = await send(server, { bytes, name, token });
    expect(file, name).toMatchObject({ mimetype: 'image/tiff', width: 64, height: 64 });
    const kept = await stored(server, file.url);
    const entry = Buffer.alloc(4);
    entry.writeUInt16LE(tag, 0);
    entry.writeUInt16LE(type, 2);
    expect([bytes.includes(entry), kept.includes(entry)], name).toEqual([true, false]);
    const pixels = (picture: Buffer) => sharp(picture).raw().toBuffer();
    expect((await pixels(kept)).equals(await pixels(bytes)), name).toBe(true);
  }
});
