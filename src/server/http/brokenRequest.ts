import {
  STATUS_CODES,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { defaultLanguage } from '#resource';
import type { Messages } from '../shared/messages.ts';
import { clientError, envelope } from './answer.ts';
import { inertPolicy, safetyHeaders } from './safetyHeaders.ts';

/** Statuses of requests that Node could not read to the end. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Answers a request that is no HTTP, too slow or too large, and hangs up. Its language cannot be known. */
export function answerBroken(messages: Messages, { code = '' }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = brokenAnswer(messages, statuses[code] ?? 400);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Answers requests that expect what no server of this kind does; Node would do it without our headers. */
export function refuseExpectations(server: Server, messages: Messages): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = brokenAnswer(messages, 417);
    response.writeHead(status, headers).end(body);
  });
}

function brokenAnswer(
  messages: Messages,
  status: number,
): { status: number; headers: OutgoingHttpHeaders; body: string } {
  const answer = clientError(status, messages, { language: defaultLanguage, url: '' });
  const body = JSON.stringify(envelope({ elapsedTime: 0 }, answer));
  const headers = {
    ...safetyHeaders,
    ...inertPolicy,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  };
  return { status, headers, body };
}
