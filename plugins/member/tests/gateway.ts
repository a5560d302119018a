import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestServer } from '#test';
import { configure } from './people.ts';

export interface Came {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A real server that takes text messages; `answer` says what it says. */
export async function openGateway(answer: (came: Came) => { status?: number; body: string }) {
  const came: Came[] = [];
  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      const url = new URL(request.url!, `http://${request.headers.host}`);
      came.push({ method: request.method!, url, headers: request.headers, body: await text(request) });
      const { status = 200, body } = answer(came.at(-1)!);
      response.writeHead(status).end(body);
    };
    void take();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { came, address: `http://127.0.0.1:${port}`, close };
}

/** Has text messages leave for a gateway of the test's until `close`; `code` is the last one that came there. */
export async function takeTexts(server: TestServer) {
  const { came, address, close } = await openGateway(() => ({ body: 'ok' }));
  await configure(server, {
    sms_gateway: 'http',
    sms_method: 'POST',
    sms_url: `${address}/{mobile}`,
    sms_body: '{code}',
  });
  return {
    code: () => came.at(-1)?.body ?? '',
    async close() {
      await configure(server, { sms_gateway: 'none' });
      await close();
    },
  };
}
