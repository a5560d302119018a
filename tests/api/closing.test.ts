import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/databases.ts';
import { startServer } from '../support/server.ts';

const folder = temporaryFolder();

it('answers what lies on a connection that it has not read from when it closes', async () => {
  const server = await startServer({ dataDir: folder(), databaseUrl: undefined });
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  // Whoever connects later is answered: the server has the first connection by now.
  await fetch(`${server.address}/config.json`);
  socket.write('GET /config.json HTTP/1.1\r\nhost: x\r\n\r\n');
  const closed = server.close();
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 503/);
  await closed;
});
