/** What a call of another server may take, beside what every `fetch` knows. */
export interface FetchOptions extends Omit<RequestInit, 'redirect'> {
  /** Bytes of the answer's body, 10 MB unless said otherwise; reading on fails. */
  readonly limit?: number;
  /** Milliseconds until the last byte of the answer, 30 seconds unless said otherwise. */
  readonly timeout?: number;
}

export interface FetchHost {
  /**
   * `fetch` for addresses that people or other servers name: http and https only, never to the machine itself or a private
   * network unless the environment allows it (`FETCH_PRIVATE`). Redirects are followed, each looked at likewise.
   */
  fetch(url: string | URL, options?: FetchOptions): Promise<Response>;
}
