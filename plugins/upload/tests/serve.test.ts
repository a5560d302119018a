import { rmSync } from 'node:fs';
import sharp from 'sharp';
import { expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';
import { suffixIcon } from '../server/suffixIcon.ts';
import { filesOf, keyOf } from './files.ts';
import { send } from './send.ts';

const get = (server: TestServer, url: string, headers: Record<string, string> = {}) =>
  fetch(`${server.address}${encodeURI(url)}`, { headers: { 'think-lang': 'en', ...headers } });
const set = (server: TestServer, token: string, body: Record<string, unknown>) =>
  server.request('POST', '/api/admin/routine.Config/edit', { token, body });

testPlugin.onEither(
  'GET /storage/* serves a public file whole, in ranges, and not again',
  [upload()],
  async (server) => {
    const token = await server.signIn();
    const { file } = await send(server, { bytes: 'hello world', name: '你好.txt', token });
    const whole = await get(server, file.url);
    expect(whole.status).toBe(200);
    expect(await whole.text()).toBe('hello world');
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': `inline; filename="??.txt"; filename*=UTF-8''${encodeURIComponent('你好.txt')}`,
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${String(file['sha1'])}"`,
    });
    const part = await get(server, file.url, { range: 'bytes=6-' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      'world',
      'bytes 6-10/11',
    ]);
    expect((await get(server, file.url, { range: 'bytes=99-' })).status).toBe(416);
    expect((await get(server, file.url, { 'if-none-match': whole.headers.get('etag')! })).status).toBe(304);
    for (const url of ['/storage/x', '/storage/..%2fx', '/storage/%00', `${file.url}x`])
      expect([url, (await fetch(`${server.address}${url}`)).status]).toEqual([url, 404]);
    rmSync(filesOf(server)[0]!);
    expect((await get(server, file.url)).status).toBe(404);
  },
);

testPlugin.onEither(
  'what could run is saved as bytes in a sandbox, whatever it is called',
  [upload()],
  async (server) => {
    const token = await server.signIn();
    await set(server, token, { upload_mimetype: '*', upload_cdn: 'https://cdn.example/' });
    const hostile = [
      ['a.html', '<!doctype html><script>alert(1)</script>'],
      ['a.txt', '<?php echo 1;'],
      ['a.js', 'alert(1)'],
      ['a.exe', 'MZ\u0090\u0000\u0003\u0000\u0000\u0000\u0004'],
    ] as const;
    for (const [name, bytes] of hostile) {
      const { file } = await send(server, { bytes, name, type: 'image/png', token });
      expect(file['full_url']).toBe(`https://cdn.example${file.url}`);
      const { headers } = await get(server, file.url);
      expect(headers.get('content-type'), name).toBe('application/octet-stream');
      expect(headers.get('content-disposition'), name).toMatch(/^attachment;/);
      expect(headers.get('content-security-policy'), name).toMatch(/^sandbox; default-src 'none'/);
      expect(headers.get('x-content-type-options'), name).toBe('nosniff');
    }
  },
);

testPlugin.onEither(
  'an SVG keeps its name and type, and is saved in a sandbox when it is opened',
  [upload()],
  async (server) => {
    const token = await server.signIn();
    await set(server, token, { upload_mimetype: 'image/*' });
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><style>*{fill:red}</style></svg>';
    const { file } = await send(server, { bytes: drawing, name: 'logo.svg', type: 'image/svg+xml', token });
    expect(file).toMatchObject({ mimetype: 'image/svg+xml', suffix: 'svg', name: 'logo.svg' });
    expect(file.url).toMatch(/logo[0-9a-f]{40}[a-z0-5]{32}\.svg$/);
    expect(await keyOf(server, file.id)).toMatch(/\.svg$/);
    const answer = await get(server, file.url);
    expect(await answer.text()).toBe(drawing);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-disposition': 'attachment; filename=logo.svg',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    // By another name it is the same.
    const disguised = await send(server, { bytes: `${drawing} `, name: 'a.jpg', type: 'image/jpeg', token });
    expect(disguised.file).toMatchObject({ name: 'a.jpg.svg', mimetype: 'image/svg+xml' });
    expect((await get(server, disguised.file.url)).headers.get('content-disposition')).toMatch(/^attachment/);
  },
);

testPlugin.onEither('thumbnails have fixed widths, are upright, and are made once', [upload()], async (server) => {
  const token = await server.signIn();
  const photo = await sharp({ create: { width: 800, height: 400, channels: 3, background: 'green' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { file } = await send(server, { bytes: photo, name: 'a.jpg', type: 'image/jpeg', token });
  const many = await Promise.all(Array.from({ length: 8 }, () => get(server, `${file.url}?thumb=96`)));
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
  expect(many[0]!.headers.get('content-type')).toBe('image/webp');
  const small = await sharp(Buffer.from(await many[0]!.arrayBuffer())).metadata();
  expect(small).toMatchObject({ width: 96, height: 192, format: 'webp' });
  expect(small.exif).toBeUndefined();
  expect(filesOf(server)).toHaveLength(2);
  // Never larger than the picture.
  const large = await sharp(Buffer.from(await (await get(server, `${file.url}?thumb=960`)).arrayBuffer())).metadata();
  expect(large).toMatchObject({ width: 400, height: 800 });
  for (const width of ['97', '0', '-1', '1e9', '', 'x'])
    expect((await get(server, `${file.url}?thumb=${width}`)).status).toBe(400);
  const text = await send(server, { bytes: 'text', token });
  expect((await get(server, `${text.file.url}?thumb=96`)).status).toBe(404);
  // An endless film of a picture: one frame of it is drawn.
  const frames = Array.from({ length: 30 }, (_each, at) => ({
    create: { width: 64, height: 64, channels: 3 as const, background: { r: at * 8, g: 0, b: 0 } },
  }));
  const film = await sharp(await Promise.all(frames.map((each) => sharp(each).png().toBuffer())), {
    join: { animated: true },
  })
    .gif({ loop: 0, delay: 1 })
    .toBuffer();
  const gif = await send(server, { bytes: film, name: 'a.gif', type: 'image/gif', token });
  expect(gif.file).toMatchObject({ width: 64, height: 64, mimetype: 'image/gif' });
  const still = await get(server, `${gif.file.url}?thumb=96`);
  expect((await sharp(Buffer.from(await still.arrayBuffer())).metadata()).pages).toBeUndefined();
  expect(await keyOf(server, file.id)).toMatch(/\.jpg$/);
});

testPlugin.onEither('buildSuffixSvg draws letters and a colour, whatever is sent', [upload()], async (server) => {
  const token = await server.signIn();
  const icon = (query: string) => fetch(`${server.address}/api/admin/ajax/buildSuffixSvg?${query}`);
  expect(await (await icon('suffix=pdf')).json()).toMatchObject({ code: 302 });
  const answer = await icon(`suffix=docx&background=%23336699&server=1&batoken=${token}`);
  expect(answer.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
  expect(answer.headers.get('cache-control')).toBe('private, max-age=604800');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await answer.text()).toMatch(/fill="#336699".*>DOCX<\/text><\/svg>$/);
  const hostile = encodeURIComponent('"><script>alert(1)</script>');
  const harmless = await (await icon(`suffix=${hostile}&background=${hostile}&batoken=${token}`)).text();
  expect(harmless).not.toMatch(/script|alert|"">/);
  for (const given of ['url(x)', 'red;}', 'rgb(1,2,3);', '#12', ['a'], {}, undefined, 'x'.repeat(1_000_000)])
    expect(suffixIcon(given, given).length).toBeLessThan(1000);
  expect(suffixIcon('<b>', 'rgb(1,2,3)')).toContain('fill="rgb(1,2,3)"');
});
