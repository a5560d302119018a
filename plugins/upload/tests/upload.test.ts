import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { testPlugin } from '#test';
import { upload } from '../server.ts';
import { send } from './send.ts';

testPlugin('POST admin/ajax/upload keeps a file and answers as the specification says', [upload()], async (server) => {
  expect(await send(server, { bytes: 'hello' })).toMatchObject({ code: 302 });
  const token = await server.signIn();
  const sha1 = createHash('sha1').update('hello').digest('hex');
  const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' }).replaceAll('-', '');
  const began = today();
  const { code, file } = await send(server, {
    bytes: 'hello',
    name: 'my notes.txt',
    token,
    fields: { topic: 'notes' },
  });
  expect(code).toBe(1);
  // Midnight may have come meanwhile.
  const day = file.url.includes(began) ? began : today();
  // The template of the settings, with a mark behind the name.
  expect(file.url.replace(/[a-z0-5]{32}(?=\.txt$)/, '{mark}')).toBe(`/storage/notes/${day}/mynotes${sha1}{mark}.txt`);
  expect(file).toMatchObject({
    id: 1,
    topic: 'notes',
    name: 'my notes.txt',
    full_url: file.url,
    size: 5,
    mimetype: 'text/plain',
    suffix: 'txt',
    storage: 'local',
    admin_id: 1,
    sha1,
  });
});
