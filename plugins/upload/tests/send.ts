import type { TestServer } from '#test';

export interface Sent {
  readonly bytes: Uint8Array | string;
  readonly name?: string;
  readonly type?: string;
  readonly token?: string;
  readonly realm?: 'admin' | 'member';
  /** Of the form, before the file. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly language?: string;
}

export interface SentAnswer {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly file: Readonly<Record<string, string | number>> & {
    readonly id: number;
    readonly url: string;
    readonly name: string;
  };
}

/** Uploads a file as a browser does. */
export async function send(
  server: TestServer,
  { bytes, name = 'a.txt', type = 'text/plain', token, realm = 'admin', fields = {}, language = 'en' }: Sent,
): Promise<SentAnswer> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new File([bytes as BlobPart], name, { type }));
  const answer = await fetch(`${server.address}/api${realm === 'admin' ? '/admin' : ''}/ajax/upload`, {
    method: 'POST',
    body: form,
    headers: {
      'think-lang': language,
      ...(token !== undefined && { [realm === 'admin' ? 'batoken' : 'ba-user-token']: token }),
    },
  });
  const { code, msg, data } = (await answer.json()) as {
    code: number;
    msg: string;
    data: { file: SentAnswer['file'] };
  };
  return { status: answer.status, code, msg, file: data?.file };
}
