import { vi } from 'vitest';

interface Heard {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

// The HTTP layer sends all of its requests by these two.
const opened = vi.spyOn(XMLHttpRequest.prototype, 'open');
const sent = vi.spyOn(XMLHttpRequest.prototype, 'send');

export function forgetRequests(): void {
  opened.mockClear();
  sent.mockClear();
}

/** What has been sent to the server with this method since the test began; `part` is a part of the path. */
export function heard(method: string, part = ''): readonly Heard[] {
  return sent.mock.calls
    .map(([body], at) => ({ request: sent.mock.contexts[at], body }))
    .flatMap(({ request, body }) => {
      const call = opened.mock.calls[opened.mock.contexts.indexOf(request!)];
      // Opened by the test before.
      if (!call) return [];
      const [used, url] = call;
      const { pathname: path, searchParams: query } = new URL(url, location.href);
      if (used.toUpperCase() !== method || !path.includes(part)) return [];
      return [{ path, query, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined }];
    });
}
