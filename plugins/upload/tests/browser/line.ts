import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The way from a browser to a server, which can be lost. */
export interface Line {
  readonly address: string;
  /** Bytes that went to the server so far. */
  readonly passed: number;
  /** Resolves when so many have gone there; the upload that has sent the last of them can send no more, all others go on. */
  hold(bytes: number): Promise<void>;
  /** Hangs up on everybody, also on whoever calls from now on. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Bytes at once as nothing but an upload sends them. */
const ofUpload = 8192;

/** A line to the server at this address. */
export async function startLine(to: string): Promise<Line> {
  const sockets = new Set<Socket>();
  let passed = 0;
  let isCut = false;
  let held: { readonly bytes: number; readonly reached: () => void } | undefined;
  const keep = (socket: Socket, other: Socket): void => {
    sockets.add(socket);
    socket
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
  };
  const line = createServer((client) => {
    if (isCut) return void client.destroy();
    const server = connect(Number(new URL(to).port), new URL(to).hostname);
    keep(client, server);
    keep(server, client);
    server.pipe(client);
    let isHeld = false;
    client.on('data', (bytes) => {
      passed += bytes.length;
      if (held && passed >= held.bytes && bytes.length >= ofUpload) {
        isHeld = true;
        held.reached();
        held = undefined;
      }
      if (!server.write(bytes) || isHeld) client.pause();
    });
    server.on('drain', () => isHeld || client.resume());
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const hangUp = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    address: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    get passed() {
      return passed;
    },
    hold: (bytes) => new Promise((reached) => (held = { bytes, reached })),
    cut() {
      isCut = true;
      hangUp();
    },
    mend: () => void (isCut = false),
    close: () =>
      new Promise((resolve) => {
        line.close(() => resolve());
        hangUp();
      }),
  };
}
