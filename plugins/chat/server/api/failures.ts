import type { RouteFailure } from '#plugin';

/** Statuses of OpenAI, and what it calls them. */
const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  404: 'invalid_request_error',
  429: 'rate_limit_error',
};

const refusal = (status: number, message: string, code: string | null = null): Response =>
  Response.json(
    { error: { message, type: types[status] ?? 'server_error', param: null, code } },
    { status, headers: { 'cache-control': 'no-store' } },
  );

/** Refusals as OpenAI has them. What the envelope answers with 200 is wrong input there. */
export const openaiError = ({ status, message, code }: RouteFailure): Response => {
  if (status === 200 || status === 422) return refusal(code === 401 ? 403 : 400, message);
  return refusal(status, message, status === 401 ? 'invalid_api_key' : null);
};
