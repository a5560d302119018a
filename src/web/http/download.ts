import { failureOf } from './failure.ts';
import { currentSender, followSession, headersFor, uriOf, type Envelope } from './http.ts';
import { HttpProblem } from './problem.ts';
import { counted } from './quiet.ts';

export interface DownloadOptions {
  readonly query: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** Told of each part as it comes, and how many records there are in all, where the server knows. */
  readonly onPart: (part: Uint8Array, total: number | undefined) => void;
}

/** A file that is made while it comes, whole. A refusal is thrown as a `HttpProblem`; a file that breaks off as another error. */
export async function download(url: string, options: DownloadOptions): Promise<{ name: string; content: Blob }> {
  const answer = await ask(url, options);
  const known = answer.headers.get('x-total-count');
  const total = known === null ? undefined : Number(known);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = answer.body!.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    options.onPart(next.value, total);
  }
  const type = answer.headers.get('content-type') ?? '';
  return { name: nameIn(answer.headers.get('content-disposition') ?? ''), content: new Blob(parts, { type }) };
}

async function ask(url: string, options: DownloadOptions, isReplay = false): Promise<Response> {
  const sender = currentSender();
  const { query, signal } = options;
  const call = fetch(uriOf(url, query), { signal, cache: 'no-store', headers: headersFor(sender.realm) });
  const answer = await counted(call).catch((error: unknown) => {
    throw failureOf(error);
  });
  if (answer.ok && answer.headers.has('content-disposition')) return answer;
  const { code, msg, data } = (await answer.json().catch(() => ({ msg: answer.statusText }))) as Envelope;
  if (await followSession({ code, msg, data }, answer.status, { ...sender, isReplay, quiet: true }))
    return ask(url, options, true);
  throw new HttpProblem(msg, { statusCode: answer.status, code, data });
}

/** The name that a `Content-Disposition` gives. */
function nameIn(disposition: string): string {
  const [, encoded, quoted, plain] =
    /filename\*=UTF-8''([^;]+)|filename="([^"]+)"|filename=([^;]+)/i.exec(
      disposition.replace(/filename=(?:"[^"]*"|[^;]*);\s*(?=filename\*=)/i, ''),
    ) ?? [];
  return encoded === undefined ? (quoted ?? plain ?? 'export') : decodeURIComponent(encoded);
}

/** Saves text as a file of the person who looks at the page. */
export const saveFile = ({ name, text }: { readonly name: string; readonly text: string }): void =>
  saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));

/** The same with what is there already. */
export function saveBlob(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
