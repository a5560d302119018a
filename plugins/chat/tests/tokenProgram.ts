import { createServer } from 'node:http';
import { delta, done, finish } from './modelServer.ts';

// A provider in a process of its own, as fast as it can: `node tokenProgram.ts 20000` prints its port.
const count = Number(process.argv[2]);
const token = delta('token ');
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const go = (at: number): void => {
      for (let next = at; next < count; next += 1)
        if (!response.write(token)) return void response.once('drain', () => go(next + 1));
      response.end(finish + done);
    };
    // Whoever reads has a second to be there.
    response.flushHeaders();
    setTimeout(() => go(0), 1000);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as { port: number }).port}\n`));
