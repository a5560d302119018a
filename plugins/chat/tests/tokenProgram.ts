import { createServer, type ServerResponse } from 'node:http';
import { delta, done, finish } from './modelServer.ts';

// A provider in a process of its own: `node tokenProgram.ts` prints its port. "500 tokens at 100" asks for so many, so many a
// second; at 0 as fast as they are taken.
const token = delta('token ');
const end = finish + done;

/** As many as are due at each look: timers are late, and what is late is sent with the next. */
function paced(response: ServerResponse, count: number, pace: number): void {
  const began = performance.now();
  const go = (at: number): void => {
    const due = Math.min(count, Math.floor(((performance.now() - began) * pace) / 1000) + 1);
    if (due > at) response.write(token.repeat(due - at));
    if (due === count) response.end(end);
    else setTimeout(() => go(due), 1);
  };
  go(0);
}

function unbounded(response: ServerResponse, count: number, from = 0): void {
  for (let next = from; next < count; next += 1)
    if (!response.write(token)) return void response.once('drain', () => unbounded(response, count, next + 1));
  response.end(end);
}

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (data) => (body += String(data)));
  request.on('end', () => {
    const [, count, pace] = /(\d+) tokens at (\d+)/.exec(body)?.map(Number) ?? [];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // Whoever reads has a second to be there.
    response.flushHeaders();
    setTimeout(() => (pace! > 0 ? paced(response, count!, pace!) : unbounded(response, count!)), 1000);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as { port: number }).port}\n`));
