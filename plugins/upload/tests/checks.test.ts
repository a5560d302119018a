import { describe, expect, it } from 'vitest';
import type { FieldManifest } from '#resource';
import { testPlugin } from '#test';
import { upload } from '../server.ts';
import { checkFile, type CheckMessage, type FileFacts } from '../shared/checks.ts';
import { refusalOf } from '../web/send/fieldLimits.ts';
import { filesOf } from './files.ts';
import { hugePng } from './pictures.ts';
import { send } from './send.ts';

const site = { mimetype: 'jpg,.PNG,text/*,application/pdf', maxsize: 100 };
const good = { name: 'a.jpg', size: 100, type: 'image/jpeg' };
const [incomplete, type, size] = ['upload:check.incomplete', 'upload:check.type', 'upload:check.size'] as const;

describe('the three checks', () => {
  const cases: readonly (readonly [what: string, change: Partial<FileFacts>, message: CheckMessage | undefined])[] = [
    ['a file that passes', {}, undefined],
    ['a suffix in capitals', { name: 'A.Png' }, undefined],
    ['a kind of types', { name: 'a.log', type: 'text/plain; charset=utf-8' }, undefined],
    ['a type', { name: 'a', type: 'Application/PDF' }, undefined],
    ['no name', { name: '' }, incomplete],
    ['no bytes', { size: 0 }, incomplete],
    ['another suffix', { name: 'a.exe', type: '' }, type],
    ['a suffix before the last', { name: 'a.jpg.exe', type: '' }, type],
    ['a part of a suffix', { name: 'a.jp', type: 'applicatio/pdf' }, type],
    ['one byte too many', { size: 101 }, size],
    // What is wrong in several ways is refused by the first.
    ['no bytes of a wrong type', { name: 'a.exe', type: '', size: 0 }, incomplete],
    ['too many bytes of a wrong type', { name: 'a.exe', type: '', size: 101 }, type],
    ['too many bytes without a name', { name: '', size: 101 }, incomplete],
  ];
  it.each(cases)('%s', (_what, change, message) => {
    expect(checkFile({ ...good, ...change }, site)).toBe(message);
  });
});

describe('what a field takes', () => {
  const field = (kind: string, given: object = {}) =>
    ({ kind, private: { upload: given } }) as unknown as FieldManifest;
  it.each([
    ['a picture in a field for pictures', field('image'), {}, undefined],
    ['a paper in a field for pictures', field('images'), { name: 'a.pdf', type: 'application/pdf' }, type],
    ['a paper in a field for files', field('file'), { name: 'a.pdf', type: 'application/pdf' }, undefined],
    ['types of the field', field('file', { types: 'pdf' }), {}, type],
    ['types that the site does not take', field('file', { types: 'exe' }), { name: 'a.exe', type: '' }, type],
    ['the size of the field', field('file', { maxSize: 99 }), {}, size],
    ['a field that would take more than the site', field('file', { maxSize: 999 }), { size: 101 }, size],
    ['the type before the size, whoever refuses it', field('image', { types: 'png' }), { size: 101 }, type],
  ])('%s', (_what, of, change, message) => {
    expect(refusalOf({ ...good, ...change }, of, site)).toBe(message);
  });
});

testPlugin.onEither('the server refuses in the same order', [upload()], async (server) => {
  const token = await server.signIn();
  const body = { upload_maxsize: 10, upload_mimetype: 'txt' };
  expect((await server.request('POST', '/api/admin/routine.Config/edit', { token, body })).json.code).toBe(1);
  const refusal = async (bytes: string, language = 'en') =>
    (await send(server, { bytes, name: 'a.txt', token, language })).msg;
  for (const long of ['', 'x'.repeat(100_000)]) {
    expect(await refusal(`<?php 1;${long}`)).toBe('The type of uploaded file is not allowed!');
    expect(await refusal(`hello world${long}`)).toBe('The size of the uploaded file exceeds the allowed range!');
  }
  expect(await refusal('')).toBe('The data of the uploaded file is incomplete!');
  expect(await refusal('', 'zh-cn')).toBe('上传文件的数据不完整！');
  expect(await refusal('<?php 123456', 'zh-cn')).toBe('不允许上传此类型的文件！');
  expect(await refusal('hello world', 'zh-cn')).toBe('上传文件的大小超出允许范围！');
  expect(filesOf(server)).toEqual([]);
});

testPlugin.onEither(
  'the server refuses names that browsers refuse, whatever is in the file',
  [upload()],
  async (server) => {
    const token = await server.signIn();
    const allow = (upload_mimetype: string) =>
      server.request('POST', '/api/admin/routine.Config/edit', { token, body: { upload_mimetype } });
    const refusal = async (name: string, type = '', bytes: Uint8Array | string = 'words', language = 'en') =>
      (await send(server, { bytes, name, type, token, language })).msg;
    const picture = hugePng(8);
    const refused = 'The type of uploaded file is not allowed!';
    for (const name of [
      'a.exe',
      'a.php',
      'a.txt.exe',
      'a',
      'txt',
      '.txt',
      'a.txt.',
      'a.txt ',
      'a.txt. ',
      'a.txt\u202E',
      'a.TX',
    ])
      expect(await refusal(name), name).toBe(refused);
    for (const name of ['a.exe', 'a.png.svg', 'a', 'a.png '])
      expect(await refusal(name, 'image/png', picture), name).toBe(refused);
    expect(await refusal('a.exe', 'text/plain', 'words', 'zh-cn')).toBe('不允许上传此类型的文件！');
    expect(filesOf(server)).toEqual([]);
    for (const name of ['a.TXT', 'a.exe.txt', 'a.jpg']) expect(await refusal(name), name).toBe('');
    // By types: what the client names, or where it names none, what a suffix and the content say together.
    await allow('image/*,jpg');
    expect(await refusal('a.php', 'text/plain', picture)).toBe(refused);
    expect(await refusal('a.exe', '', picture)).toBe(refused);
    expect(await refusal('a.txt', 'image/png')).toBe(refused);
    for (const [name, type] of [
      ['a.png', 'application/octet-stream'],
      ['a.gif', 'image/gif'],
      ['a.jpg', ''],
    ])
      expect(await refusal(name!, type, picture), name).toBe('');
  },
);
