import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import sharp from 'sharp';
import { expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';
import { filesOf, keyOf } from './files.ts';
import { hugePng } from './pictures.ts';
import { send } from './send.ts';
import { plugins as shelved, secret } from './strangers.ts';

const left = async (server: TestServer) => ({
  files: filesOf(server).length,
  rows: await server.app.gate.rows('attachment').count(),
});
const nothing = { files: 0, rows: 0 };
const set = (server: TestServer, token: string, body: Record<string, unknown>) =>
  server.request('POST', '/api/admin/routine.Config/edit', { token, body });

testPlugin.onEither('a file that fails a check leaves nothing and is told why', [upload()], async (server) => {
  const token = await server.signIn();
  await set(server, token, { upload_maxsize: 1000 });
  const refusal = async (given: Parameters<typeof send>[1]) => (await send(server, { token, ...given })).msg;
  expect(await refusal({ bytes: '' })).toBe('The data of the uploaded file is incomplete!');
  expect(await refusal({ bytes: 'x'.repeat(1001) })).toBe('The size of the uploaded file exceeds the allowed range!');
  expect(await refusal({ bytes: 'x'.repeat(200_000) })).toBe(
    'The size of the uploaded file exceeds the allowed range!',
  );
  expect(await refusal({ bytes: '<?php 1', name: 'a.jpg', type: 'image/jpeg' })).toBe(
    'The type of uploaded file is not allowed!',
  );
  expect(await refusal({ bytes: '<svg onload=1>', name: 'a.png', type: 'image/png' })).toBe(
    'The type of uploaded file is not allowed!',
  );
  expect(await refusal({ bytes: 'x', language: 'zh-cn', name: 'a.php' })).toBe('不允许上传此类型的文件！');
  expect(await refusal({ bytes: 'x', fields: { sha1: '0'.repeat(40) } })).toBe(
    'The file was changed on its way. Please upload it again.',
  );
  expect(await left(server)).toEqual(nothing);
  expect((await send(server, { bytes: 'x'.repeat(1000), token })).code).toBe(1);
});

testPlugin.onEither(
  'what follows the file in a form refuses it, since it would have come too late',
  shelved(),
  async (server) => {
    const token = await server.signIn();
    const post = async (url: string, language: string, fill: (form: FormData) => void) => {
      const form = new FormData();
      fill(form);
      const headers = { batoken: token, 'think-lang': language };
      const answer = await fetch(`${server.address}/api/admin/${url}`, { method: 'POST', body: form, headers });
      return (await answer.json()) as { code: number; msg: string; data: { file: { id: number; url: string } } };
    };
    const file = (text: string) => new File([text], 'a.pdf', { type: 'application/pdf' });
    const message = 'Nothing may follow the file in the form. Send one file, after all other fields.';
    const late: readonly ((form: FormData) => void)[] = [
      (form) => Object.entries(secret).forEach(([name, value]) => form.append(name, value)),
      (form) => form.append('sha1', '0'.repeat(40)),
      (form) => form.append('file', file('%PDF-1.7 another one')),
      (form) => form.append('other', file('%PDF-1.7 another one')),
    ];
    // However long it is: the rest of the form may come with its end or long after it.
    for (const text of ['%PDF-1.7 short', `%PDF-1.7 ${'x'.repeat(3_000_000)}`])
      for (const add of late)
        expect(
          await post('ajax/upload', 'en', (form) => {
            form.append('file', file(text));
            add(form);
          }),
        ).toMatchObject({ code: 0, msg: message });
    expect(await left(server)).toEqual(nothing);
    // What decides nothing about who may have the file may stand anywhere (protocol §2.4).
    const told = await post('ajax/upload', 'en', (form) => {
      form.append('file', file('%PDF-1.7 of a topic'));
      form.append('topic', 'late');
      form.append('uuid', 'x');
    });
    expect(told).toMatchObject({ code: 1, data: { file: { topic: 'late' } } });
    const { data, code } = await post('ajax/upload', 'en', (form) => {
      Object.entries(secret).forEach(([name, value]) => form.append(name, value));
      form.append('file', file('%PDF-1.7 in order'));
    });
    expect(code).toBe(1);
    expect(data.file.url).toMatch(/^\/storage\/private\//);
    const replaced = await post('routine.attachment/replace', 'zh-cn', (form) => {
      form.append('id', String(data.file.id));
      form.append('file', file('%PDF-1.7 replaced'));
      form.append('id', '7');
    });
    expect(replaced.msg).toBe('表单中文件之后不能再有其他内容，请把文件放在最后，且每次只发送一个。');
    expect(await left(server)).toEqual({ files: 2, rows: 2 });
  },
);

testPlugin.onEither('a picture is what can be decoded, whole and within bounds', [upload()], async (server) => {
  const token = await server.signIn();
  const photo = await sharp(randomBytes(300 * 200 * 3), { raw: { width: 300, height: 200, channels: 3 } })
    .jpeg()
    .toBuffer();
  const bomb = hugePng(50_000);
  const picture = { name: 'a.jpg', type: 'image/jpeg', token };
  const message = 'This image is damaged, or too large to be shown.';
  expect((await send(server, { ...picture, bytes: photo.subarray(0, photo.length / 2) })).msg).toBe(message);
  expect((await send(server, { ...picture, bytes: photo.subarray(0, 30) })).msg).toBe(message);
  expect((await send(server, { ...picture, bytes: bomb, name: 'bomb.png' })).msg).toBe(message);
  // What is decoded as a whole takes its pixels in memory, however few bytes it has.
  const interlaced = { ...picture, name: 'bomb.png', type: 'image/png' };
  expect((await send(server, { ...interlaced, bytes: hugePng(10_001, true) })).msg).toBe(message);
  expect(await left(server)).toEqual(nothing);
  expect((await send(server, { ...interlaced, bytes: hugePng(1000, true) })).code).toBe(1);
  expect((await send(server, { ...interlaced, bytes: hugePng(10_001) })).code).toBe(1);
  const whole = await send(server, { ...picture, bytes: photo });
  expect(whole.file).toMatchObject({ width: 300, height: 200, mimetype: 'image/jpeg' });
});

testPlugin.onEither(
  'what is cut off, too long or endless leaves nothing, and the service goes on',
  [upload()],
  async (server) => {
    const token = await server.signIn();
    await set(server, token, { upload_maxsize: 1_000_000 });
    const head = (length: string) =>
      `POST /api/admin/ajax/upload HTTP/1.1\r\nhost: x\r\nbatoken: ${token}\r\nthink-lang: en\r\nconnection: close\r\n` +
      `content-type: multipart/form-data; boundary=B\r\n${length}\r\n` +
      `--B\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n`;
    const end = '\r\n--B--\r\n';
    const body = 'x'.repeat(100_000);
    // Fewer bytes than announced, and hung up.
    await cut(server, `${head('content-length: 500000\r\n')}${body}`);
    // More than announced: what is beyond is no part of it.
    expect(await server.raw(`${head('content-length: 5000\r\n')}${body}${end}`)).toMatch(/^HTTP\/1.1 4\d\d /);
    // In pieces, without a size, and hung up.
    const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
    const [lines, first] = head('transfer-encoding: chunked\r\n').split('\r\n\r\n--B');
    await cut(server, `${lines}\r\n\r\n${chunk(`--B${first}${body}`)}`);
    // Endless.
    expect(
      await endless(
        server,
        `${lines!.replace('connection: close\r\n', '')}\r\n\r\n${chunk(`--B${first}`)}`,
        chunk(body),
      ),
    ).toContain('The size of the uploaded file exceeds the allowed range!');
    // Ten thousand parts.
    const parts = '--B\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n'.repeat(10_000);
    const many = `${parts}--B--\r\n`;
    expect(
      await server.raw(
        `${lines!.replace('transfer-encoding: chunked', `content-length: ${many.length}`)}\r\n\r\n${many}`,
      ),
    ).toMatch(/^HTTP\/1.1 413 /);
    // Not a form at all, and one without a file.
    expect((await server.request('POST', '/api/admin/ajax/upload', { token, body: {} })).status).toBe(415);
    const form = new FormData();
    form.set('topic', 'x');
    const answer = await fetch(`${server.address}/api/admin/ajax/upload`, {
      method: 'POST',
      body: form,
      headers: { batoken: token, 'think-lang': 'en' },
    });
    expect(await answer.json()).toMatchObject({ code: 0, msg: 'No file was sent.' });
    await expect.poll(() => left(server)).toEqual(nothing);
    expect((await send(server, { bytes: body, token })).code).toBe(1);
  },
);

testPlugin('hostile names are stored under our own and shown in one harmless line', [upload()], async (server) => {
  const token = await server.signIn();
  await set(server, token, { upload_mimetype: '*' });
  const names = ['../../x.php', 'C:\\x.html', 'a.txt. ', `${'\u05D0'.repeat(500)}.txt`, 'a\u202Egpj.exe', '<b>.svg'];
  for (const name of names) {
    const { file } = await send(server, { bytes: `hello ${name}`, name, token });
    expect(file.url, name).toMatch(
      /^\/storage\/default\/\d{8}\/[\p{L}\p{N}_-]{0,15}[0-9a-f]{40}[a-z0-5]{32}\.(?:txt|bin)$/u,
    );
    expect([...(file.name as unknown as string)].length, name).toBeLessThanOrEqual(100);
    expect(file.name, name).not.toMatch(/[/\\\u202E]|\.$/);
  }
  const keys = filesOf(server).map((path) => path.split('/files/upload/')[1]);
  expect(keys).toHaveLength(names.length);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}\.(?:txt|bin)$/);
});

/** The file that an answer tells of, without its times: two uploads may stand on either side of a full second. */
function untimed({ file }: Awaited<ReturnType<typeof send>>) {
  return Object.fromEntries(Object.entries(file).filter(([name]) => !name.endsWith('time')));
}

testPlugin('the same content of one owner is stored once; of others nothing is told', [upload()], async (server) => {
  const token = await server.signIn();
  const { gate } = server.app;
  await gate.rows('admin').add({ username: 'second', nickname: 'Second', password: 'Person-1', group_ids: [1] });
  const other = await server.signIn('second', 'Person-1');
  const given = { bytes: 'the same', name: 'same.txt' };
  const first = await send(server, { ...given, token });
  const again = await send(server, { ...given, token });
  expect(untimed(again)).toEqual(untimed(first));
  const together = await Promise.all(Array.from({ length: 5 }, () => send(server, { bytes: 'at once', token })));
  expect(together.map(({ code, msg }) => [code, msg])).toEqual(Array(5).fill([1, '']));
  expect(new Set(together.map(({ file }) => file.id)).size).toBe(1);
  expect(filesOf(server)).toHaveLength(2);
  const others = await send(server, { ...given, token: other });
  expect(others.file.id).not.toBe(first.file.id);
  // Nothing but whose it is, and the mark in the address, tells it from the answer to who was first.
  const unmarked = (text: unknown) => String(text).replace(/[a-z0-5]{32}(?=\.txt$)/, '');
  const bare = (sent: typeof first) => {
    const { url, full_url, ...others } = untimed(sent);
    return { ...others, url: unmarked(url), full_url: unmarked(full_url), id: 0, admin_id: 0 };
  };
  expect(bare(others)).toEqual(bare(first));
  expect(filesOf(server)).toHaveLength(3);
  // Another topic is another file.
  expect((await send(server, { ...given, token, fields: { topic: 'x' } })).file.id).not.toBe(first.file.id);
});

testPlugin.onEither(
  'a picture is kept upright and without the place where it was taken',
  [upload()],
  async (server) => {
    const token = await server.signIn();
    const pixels = { create: { width: 40, height: 20, channels: 3, background: 'blue' } } as const;
    const located = await sharp(pixels)
      .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const plain = await sharp(pixels)
      .withExif({ IFD0: { Make: 'Phone' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const stored = async (bytes: Buffer) => {
      const { file } = await send(server, { bytes, name: 'a.jpg', type: 'image/jpeg', token });
      const key = await keyOf(server, file.id as number);
      const path = filesOf(server).find((each) => each.endsWith(key))!;
      return { file, meta: await sharp(path).metadata(), path };
    };
    const cleaned = await stored(located);
    expect(cleaned.file).toMatchObject({ width: 20, height: 40 });
    expect(cleaned.meta).toMatchObject({ width: 20, height: 40 });
    expect(cleaned.meta.exif).toBeUndefined();
    const same = await stored(plain);
    expect(same.file).toMatchObject({ width: 20, height: 40, size: plain.length });
    expect(same.meta.orientation).toBe(6);
    // Sent again it is the same file, though other bytes are stored.
    expect((await stored(located)).file.id).toBe(cleaned.file.id);
    expect(filesOf(server)).toHaveLength(2);
  },
);

/** Sends the bytes and hangs up. */
function cut(server: TestServer, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write(text, 'latin1', () => setTimeout(() => socket.destroy(), 50)),
    );
    socket.on('error', () => {}).on('close', () => resolve());
  });
}

/** Sends one piece after the other until there is an answer. */
function endless(server: TestServer, head: string, piece: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write(head, 'latin1');
      const more = (): void => {
        if (received === '' && !socket.destroyed) socket.write(piece, 'latin1', () => setImmediate(more));
      };
      more();
    });
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
      if (received.includes('msg')) socket.destroy();
    });
    socket.on('error', () => {}).on('close', () => resolve(received));
  });
}
