import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { DevServer } from './server.ts';

/** Hands a request to the server; waits while that is being started anew. `ended` is the answer when it has ended with an error. */
export async function passOn(
  server: DevServer,
  ended: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const port = await server.port();
  if (port === undefined) {
    answer.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' }).end(ended);
    return;
  }
  const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
  const outgoing = request(
    { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers },
    (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    },
  );
  outgoing.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
  answer.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}
