import { request as ask, type ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { vi } from 'vitest';
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

/** One side of the protocol of https://tus.io, as an administrator with this token, or as a member. */
export function tusClient(server: TestServer, token: string | undefined, realm: 'admin' | 'member' = 'admin') {
  const base = realm === 'admin' ? '/api/admin/ajax/resumable' : '/api/ajax/resumable';
  const signed = token === undefined ? {} : { [realm === 'admin' ? 'batoken' : 'ba-user-token']: token };
  const connections = new Map<number, Socket>();
  const app = server.app as TestServer['app'] | undefined;
  app?.http.server.on('connection', (socket) => connections.set(socket.remotePort!, socket));
  /** Resolves when the server has read so much of a request; one in another process has a moment for it. */
  const hasRead = async (sent: ClientRequest, bytes: number): Promise<void> => {
    if (!app) return wait(200);
    const isRead = (): boolean => (connections.get(sent.socket?.localPort ?? 0)?.bytesRead ?? 0) >= bytes;
    await vi.waitUntil(isRead, { timeout: 300_000, interval: 5 });
  };
  /** Promises `whole` bytes, and sends fewer. */
  const sendPart = (path: string, offset: number, whole: number, body: Uint8Array): ClientRequest => {
    const headers = { 'tus-resumable': '1.0.0', ...signed, ...patching(offset), 'content-length': whole };
    const sent = ask(`${server.address}${path}`, { method: 'PATCH', agent: false, headers });
    sent.on('error', () => {}).write(body);
    return sent;
  };
  const call = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: Uint8Array,
  ): Promise<TusAnswer> => {
    const answer = await fetch(`${server.address}${path}`, {
      method,
      headers: { 'tus-resumable': '1.0.0', 'think-lang': 'en', ...signed, ...headers },
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
    async breakOff(path: string, offset: number, whole: number, body: Uint8Array): Promise<void> {
      const sent = sendPart(path, offset, whole, body);
      const closed = new Promise((resolve) => sent.on('close', resolve));
      await hasRead(sent, body.length);
      sent.destroy();
      await closed;
    },
    /** Promises `whole` bytes, sends fewer, and says nothing more; returns how to hang up. */
    async stall(path: string, offset: number, whole: number, body: Uint8Array): Promise<() => void> {
      const sent = sendPart(path, offset, whole, body);
      await hasRead(sent, body.length);
      return () => sent.destroy();
    },
  };
}

export type TusClient = ReturnType<typeof tusClient>;
