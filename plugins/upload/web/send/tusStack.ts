import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import { exchange, type Exchanged } from '#web';

/** Lets the tus client call by our own HTTP layer, which brings the caller's token and renews it. */
export const tusStack: HttpStack = {
  createRequest: (method, url) => new TusRequest(method, url),
  getName: () => 'exchange',
};

class TusRequest implements HttpRequest {
  readonly #method: string;
  readonly #url: string;
  readonly #headers: Record<string, string> = {};
  readonly #ended = new AbortController();
  #onSent: ((bytes: number) => void) | undefined;

  constructor(method: string, url: string) {
    this.#method = method;
    this.#url = url;
  }

  getMethod = (): string => this.#method;
  getURL = (): string => this.#url;
  getHeader = (name: string): string | undefined => this.#headers[name];
  getUnderlyingObject = (): null => null;
  setHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }
  setProgressHandler(onSent: (bytes: number) => void): void {
    this.#onSent = onSent;
  }
  async abort(): Promise<void> {
    this.#ended.abort();
  }

  async send(body?: Blob): Promise<HttpResponse> {
    const answer = await this.#exchange(body);
    if (this.#method !== 'HEAD' || answer.status < 400) return responseOf(answer);
    // An answer to HEAD has no body that could say that the token has expired: a question that has one renews it.
    await exchange({ method: 'OPTIONS', url: this.#url, signal: this.#ended.signal });
    return responseOf(await this.#exchange(body));
  }

  #exchange(body: Blob | undefined): Promise<Exchanged> {
    return exchange({
      method: this.#method,
      url: this.#url,
      headers: this.#headers,
      body: body ?? undefined,
      signal: this.#ended.signal,
      onSent: this.#onSent,
    });
  }
}

const responseOf = ({ status, headers, text }: Exchanged): HttpResponse => ({
  getStatus: () => status,
  getHeader: (name) => headers[name.toLowerCase()],
  getBody: () => text,
  getUnderlyingObject: () => null,
});
