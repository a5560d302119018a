import type { Server } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';

/**
 * An address that stays while the applications behind it change. A browser keeps by address what it has fetched and compiled,
 * so that the pages of one file go on with what those of the files before have.
 */
export interface Front {
  readonly address: string;
  /** Hands what connects from now on to this server; who was there before is disconnected. */
  serve(server: Server): void;
  /** Lets somebody else have the address. */
  free(): void;
}

/** Those that nobody uses now; two sites of one file have one each. */
const free: Front[] = [];

/** The one that was used last, or a new one. */
export async function takeFront(): Promise<Front> {
  return free.pop() ?? (await openFront());
}

async function openFront(): Promise<Front> {
  let behind: Server | undefined;
  const door = createServer((socket) => (behind ? behind.emit('connection', socket) : socket.destroy()));
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  // It stands as long as the process, and holds it no longer than that.
  door.unref();
  const serve = (server: Server | undefined): void => {
    behind?.closeAllConnections();
    behind = server;
  };
  const front: Front = {
    address: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    serve,
    free() {
      serve(undefined);
      free.push(front);
    },
  };
  return front;
}
