import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { DevServer } from './server.ts';

/**
 * Hands a request to the server; waits while that is being started anew. What only reads and reaches a server that is just being
 * stopped asks the next one. `ended` is the answer when it has ended with an error.
 */
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
  const isReplaced = async (): Promise<boolean> => isRead(incoming) && (await server.port()) !== port;
  const again = (): Promise<void> => passOn(server, ended, incoming, answer);
  const passBack = async (response: IncomingMessage): Promise<void> => {
    if (response.statusCode === 503 && (await isReplaced())) {
      response.resume();
      return again();
    }
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  };
  const outgoing = request(
    { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers },
    (response) => void passBack(response),
  );
  outgoing.on('error', () => {
    if (answer.headersSent || answer.destroyed) return void answer.destroy();
    void isReplaced().then((replaced) => (replaced ? again() : void answer.writeHead(502).end()));
  });
  answer.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';
