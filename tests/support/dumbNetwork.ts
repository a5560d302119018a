import { connect, createServer, type Socket } from 'node:net';

/** A way to the server on which what is connected already can be made to go nowhere, without anybody being told. */
export async function dumbNetwork(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const ways: [Socket, Socket][] = [];
  const server = createServer((client) => {
    const behind = connect(Number(port), hostname);
    ways.push([client, behind]);
    for (const socket of [client, behind]) socket.on('error', () => {});
    client.pipe(behind).pipe(client);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.href,
    swallow(): void {
      for (const way of ways) for (const socket of way) socket.unpipe().resume();
    },
    async close(): Promise<void> {
      for (const way of ways) for (const socket of way) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
