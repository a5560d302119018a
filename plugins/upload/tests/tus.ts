import { request as ask } from 'node:http';
import type { TestServer } from '#test';

const encoded = (metadata: Readonly<Record<string, string>>): string =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

export interface TusAnswer {
  readonly status: number;
  readonly offset: number | undefined;
  readonly headers: Headers;
  readonly text: string;
}

/** One side of the protocol of https://tus.io, as somebody with this token. */
export function tusClient(server: TestServer, token: string | undefined, base = '/api/admin/ajax/resumable') {
  const call = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: Uint8Array,
  ): Promise<TusAnswer> => {
    const answer = await fetch(`${server.address}${path}`, {
      method,
      headers: {
        'tus-resumable': '1.0.0',
        'think-lang': 'en',
        ...(token !== undefined && { batoken: token }),
        ...headers,
      },
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    });
    const offset = answer.headers.get('upload-offset');
    return {
      status: answer.status,
      offset: offset === null ? undefined : Number(offset),
      headers: answer.headers,
      text: await answer.text(),
    };
  };
  const patching = (offset: number) => ({
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  });
  return {
    call,
    create: (size: number, metadata: Readonly<Record<string, string>>) =>
      call('POST', base, { 'upload-length': String(size), 'upload-metadata': encoded(metadata) }),
    /** Begins an upload that must be taken; its address. */
    async begin(
      size: number,
      metadata: Readonly<Record<string, string>> = { filename: 'a.txt', filetype: 'text/plain' },
    ) {
      const { status, headers, text } = await this.create(size, metadata);
      if (status !== 201) throw new Error(`${status} ${text}`);
      return headers.get('location')!;
    },
    head: (path: string) => call('HEAD', path),
    patch: (path: string, offset: number, body: Uint8Array) => call('PATCH', path, patching(offset), body),
    end: (path: string) => call('DELETE', path),
    async file(path: string) {
      const { status, text } = await call('GET', `${path}/file`);
      const { code, msg, data } = JSON.parse(text) as {
        code: number;
        msg: string;
        data: { file: Readonly<Record<string, string & number>> } | null;
      };
      return { status, code, msg, file: data?.file };
    },
    /** Promises `whole` bytes, sends fewer, and hangs up. */
    breakOff: (path: string, offset: number, whole: number, body: Uint8Array): Promise<void> =>
      new Promise((resolve) => {
        const sent = ask(`${server.address}${path}`, {
          method: 'PATCH',
          headers: { 'tus-resumable': '1.0.0', batoken: token!, ...patching(offset), 'content-length': whole },
        });
        sent.on('error', () => resolve()).on('close', () => resolve());
        sent.write(body, () => setTimeout(() => sent.destroy(), 200));
      }),
    /** Promises `whole` bytes, sends fewer, and says nothing more; returns how to hang up. */
    stall: (path: string, offset: number, whole: number, body: Uint8Array): Promise<() => void> =>
      new Promise((resolve) => {
        const sent = ask(`${server.address}${path}`, {
          method: 'PATCH',
          headers: { 'tus-resumable': '1.0.0', batoken: token!, ...patching(offset), 'content-length': whole },
        });
        sent.on('error', () => {});
        sent.write(body, () => setTimeout(() => resolve(() => sent.destroy()), 200));
      }),
  };
}

export type TusClient = ReturnType<typeof tusClient>;
