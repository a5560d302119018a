import { Upload, type DetailedError } from 'tus-js-client';
import { http } from '#web';
import { hashFile } from './hashFile.ts';
import { overConnection } from './overConnection.ts';
import { placeOf, type UploadAnswer, type Sender, type SendTarget } from './sender.ts';
import { tusStack } from './tusStack.ts';
import { fingerprintOf, forgetFingerprint } from './unfinished.ts';

/** Bytes of one request: what a proxy lets through, and seldom enough that the pauses between them do not count. */
const chunk = 16 * 1024 * 1024;

/**
 * In parts, by the tus protocol: it goes on where it was after a lost connection, and after the page was closed, when the same
 * file is chosen again for the same field.
 */
export const sendResumable: Sender = async (file, target) => {
  const sha1 = await hashFile(file, target);
  const fingerprint = fingerprintOf(file, placeOf(target));
  let address: string | undefined;
  const kept = await overConnection(file, target, async (onArrived) => {
    address ??= await sendParts(file, { ...target, sha1, fingerprint, onArrived });
    return http.get<UploadAnswer>(`${address}/file`, {}, { quiet: true, signal: target.signal });
  });
  forgetFingerprint(fingerprint);
  return kept;
};

interface PartsTarget extends SendTarget {
  readonly sha1: string;
  readonly fingerprint: string;
  readonly onArrived: () => void;
}

/** Sends what the server does not have yet; gives the address of the whole. */
async function sendParts(file: File, target: PartsTarget): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const upload = new Upload(file, {
    endpoint: `/api${target.base}/ajax/resumable`,
    chunkSize: chunk,
    retryDelays: null,
    metadata: { filename: file.name, filetype: file.type, sha1: target.sha1, ...placeOf(target) },
    fingerprint: async () => target.fingerprint,
    httpStack: tusStack,
    onProgress: (sent, total) => target.onProgress(sent / total),
    onChunkComplete: target.onArrived,
    onSuccess: () => resolve(),
    onError: (error) => reject(causeOf(error)),
  });
  const stop = (): void => {
    // Who cancels wants nothing of it to stay; who leaves the page may come back.
    upload.abort(target.signal.reason === 'cancelled').catch(() => {});
    reject(new Error('aborted'));
  };
  target.signal.addEventListener('abort', stop, { once: true });
  try {
    const [before] = await upload.findPreviousUploads();
    if (before) upload.resumeFromPreviousUpload(before);
    upload.start();
    await promise;
    return new URL(upload.url!, location.href).pathname;
  } finally {
    target.signal.removeEventListener('abort', stop);
  }
}

/** What the server says, or that it cannot be reached, as `http` would throw it. */
function causeOf(error: Error | DetailedError): Error {
  if (!('originalResponse' in error)) return error;
  const { originalResponse: response, causingError } = error;
  if (!response) return causingError ?? error;
  const answer = readAnswer(response.getBody());
  return Object.assign(new Error(answer.msg ?? error.message, { cause: error }), {
    statusCode: response.getStatus(),
    code: answer.code,
  });
}

function readAnswer(text: string): { readonly msg?: string; readonly code?: number } {
  try {
    return JSON.parse(text) as { msg?: string; code?: number };
  } catch {
    return {};
  }
}
