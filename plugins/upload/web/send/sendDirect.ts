import i18next from 'i18next';
import { http } from '#web';
import { hashFile } from './hashFile.ts';
import { overConnection } from './overConnection.ts';
import { placeOf, type UploadAnswer, type Sender, type SendTarget } from './sender.ts';

/** What the storage wants to be sent beside the file, as our server has signed it. */
interface Policy {
  readonly url: string;
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Straight to a storage elsewhere (specification §7); then our server is told, which looks at what has arrived. */
export const sendDirect: Sender = async (file, target) => {
  const { base, signal } = target;
  const sha1 = await hashFile(file, target);
  const facts = { name: file.name, size: file.size, type: file.type, sha1 };
  return overConnection(file, target, async () => {
    const policy = await http.post<Policy>(
      `${base}/ajax/uploadPolicy`,
      { ...facts, ...placeOf(target) },
      { quiet: true, signal },
    );
    await sendToStorage(policy, file, target);
    const told = { url: `/${policy.key}`, ...facts };
    return http.post<UploadAnswer>(`${base}/Alioss/callback`, told, { quiet: true, signal });
  });
};

/** Another server: neither our headers nor our token go there. */
function sendToStorage({ url, key, params }: Policy, file: File, target: SendTarget): Promise<void> {
  const body = new FormData();
  body.append('key', key);
  for (const [name, value] of Object.entries(params)) body.append(name, value);
  body.append('file', file);
  const { signal, onProgress } = target;
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const fail = (statusCode: number): void =>
      reject(Object.assign(new Error(i18next.t('upload:input.storage', { status: statusCode })), { statusCode }));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0));
    request.addEventListener('load', () => (request.status < 300 ? resolve() : fail(request.status)));
    request.addEventListener('error', () => fail(0));
    request.addEventListener('abort', () => reject(new Error('aborted')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.open('POST', url);
    request.send(body);
  });
}
