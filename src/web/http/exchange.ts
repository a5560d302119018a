import axios from 'axios';
import { currentSender, followSession, headersFor, type Envelope } from './http.ts';
import { failureOf } from './failure.ts';
import { counted } from './quiet.ts';

export interface Exchange {
  readonly method: string;
  /** A whole address of this site, such as `/api/admin/notes/1`. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob | string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told how many bytes of the body are sent. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}
export interface Exchanged {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * A call in the words of another protocol, with the caller's token: any method and headers, bytes as its body; it resolves
 * with the answer, whatever its status. A token that has expired is renewed, and the call sent again.
 */
export async function exchange(wanted: Exchange, isReplay = false): Promise<Exchanged> {
  const sender = currentSender();
  const answer = await send(wanted, headersFor(sender.realm));
  const envelope = envelopeIn(answer.text);
  // Routes with refusals of their own give an expired token a status, too.
  if (envelope && (await followSession(envelope, 200, { ...sender, isReplay, quiet: true })))
    return exchange(wanted, true);
  return answer;
}

async function send(
  { method, url, headers, body, signal, onSent }: Exchange,
  own: Readonly<Record<string, string>>,
): Promise<Exchanged> {
  try {
    const answer = await counted(
      axios.request<string>({
        method,
        url,
        headers: { ...own, ...headers },
        timeout: 0,
        responseType: 'text',
        validateStatus: () => true,
        // As it is: axios would make JSON of some.
        transformRequest: (data: unknown) => data,
        transformResponse: (text: string) => text,
        ...(body === undefined ? {} : { data: body }),
        ...(signal && { signal }),
        ...(onSent && { onUploadProgress: ({ loaded }) => onSent(loaded) }),
      }),
    );
    const answered = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
    return {
      status: answer.status,
      headers: Object.fromEntries(answered) as Record<string, string>,
      text: answer.data ?? '',
    };
  } catch (error) {
    throw failureOf(error);
  }
}

/** A refusal of ours, which may be about the session. */
function envelopeIn(text: string): Envelope | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const found = JSON.parse(text) as Partial<Envelope>;
    return typeof found.code === 'number' ? (found as Envelope) : undefined;
  } catch {
    return undefined;
  }
}
