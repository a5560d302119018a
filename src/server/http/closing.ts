import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#resource';

/** Milliseconds in which requests that were on their way when the server closed still arrive. */
const onTheWay = 200;

/**
 * Lets a server that closes come to an end: it takes no new connections; requests that have begun are answered, for
 * `patience` milliseconds at most; new ones on connections that are open get 503, until no other is left.
 */
export function registerClosing(app: FastifyInstance, patience: number): void {
  const sockets = new Set<Socket>();
  let [isClosing, active] = [false, 0];
  const cutIdle = (): void => {
    if (active === 0) for (const socket of sockets) socket.destroySoon();
  };
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const ended = (): void => {
    active -= 1;
    if (isClosing) setTimeout(cutIdle, onTheWay);
  };
  app.server.on('request', (_request: unknown, response: ServerResponse) => {
    active += 1;
    response.on('close', ended);
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    // Node would cut them at once, and with them what is on its way.
    app.server.closeIdleConnections = () => {};
    setTimeout(() => {
      // Browsers open connections ahead, on which nothing was ever asked.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      cutIdle();
    }, onTheWay);
    const end = setTimeout(() => sockets.forEach((socket) => socket.destroy()), patience);
    app.server.once('close', () => clearTimeout(end));
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (!isClosing) return done();
    reply.header('connection', 'close');
    done(new Problem('server:closing', {}, { status: 503 }));
  });
  // Answers under way are the last of their connections.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}
