import { expect } from 'vitest';
import { testPlugin } from '#test';
import { upload } from '../server.ts';
import { send } from './send.ts';
import { tusClient } from './tus.ts';

const office = 'https://office.example';
const stranger = 'https://evil.example';
const config = { allowedOrigins: [office] };
/** Headers of the protocol that pages must be let to send, and to read. */
const sent = 'tus-resumable, upload-length, upload-metadata, upload-offset, content-type, batoken';
const read = ['location', 'tus-resumable', 'upload-offset', 'upload-length'];

const listed = (header: string | null): readonly string[] =>
  (header ?? '').split(',').map((name) => name.trim().toLowerCase());

testPlugin.onEither(
  'pages of an allowed origin send big files in parts, and those of others do not',
  [upload()],
  async (server) => {
    const token = await server.signIn();
    const from = (origin: string) => ({ origin, 'sec-fetch-site': 'cross-site' });
    const tus = tusClient(server, token);
    const at = '/api/admin/ajax/resumable';
    const ask = (origin: string, path: string, method: string) =>
      fetch(`${server.address}${path}`, {
        method: 'OPTIONS',
        headers: { ...from(origin), 'access-control-request-method': method, 'access-control-request-headers': sent },
      });
    const length = { 'upload-length': '5', 'upload-metadata': `filename ${btoa('a.txt')}` };
    const begun = await tus.call('POST', at, { ...from(office), ...length });
    expect(begun.status).toBe(201);
    const path = begun.headers.get('location')!;
    for (const [place, method] of [
      [at, 'POST'],
      [path, 'HEAD'],
      [path, 'PATCH'],
      [path, 'DELETE'],
    ] as const) {
      const { status, headers } = await ask(office, place, method);
      expect([status, headers.get('access-control-allow-origin')], method).toEqual([204, office]);
      expect(listed(headers.get('access-control-allow-headers')), method).toEqual(
        expect.arrayContaining(sent.split(', ')),
      );
      if (method !== 'HEAD')
        expect(listed(headers.get('access-control-allow-methods'))).toContain(method.toLowerCase());
      expect((await ask(stranger, place, method)).headers.get('access-control-allow-origin'), method).toBeNull();
    }
    const patch = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const answers = [
      begun,
      await tus.call('HEAD', path, from(office)),
      await tus.call('PATCH', path, { ...from(office), ...patch, 'upload-offset': '3' }, Buffer.from('lo')),
      await tus.call('PATCH', path, { ...from(office), ...patch }, Buffer.from('hello')),
      await tus.call('HEAD', `${at}/00000000-0000-4000-8000-000000000000`, from(office)),
      await tus.call('DELETE', path, from(office)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 409, 204, 404, 204]);
    for (const { status, headers } of answers) {
      // One origin, and said once: browsers take no other.
      expect([status, headers.get('access-control-allow-origin')]).toEqual([status, office]);
      expect(listed(headers.get('access-control-expose-headers')), String(status)).toEqual(
        expect.arrayContaining(read),
      );
    }
    const refused = [
      await tus.call('POST', at, { ...from(stranger), ...length }),
      await tus.call('PATCH', path, { ...from(stranger), ...patch }, Buffer.from('hello')),
    ];
    for (const { status, headers } of refused)
      expect([status, headers.get('access-control-allow-origin')]).toEqual([403, null]);
    expect((await send(server, { bytes: 'from here', token })).code).toBe(1);
  },
  { config },
);
