import axios from 'axios';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openTab } from '../support/browserTab.ts';

const tab = openTab('en');

describe('no business answer', () => {
  it.each([
    [302, 'The interface has been redirected!'],
    [400, 'Parameters incorrect!'],
    [401, 'You have no permission to do this!'],
    [403, 'You have no permission to do this!'],
    [404, 'Request address error: /api/x'],
    [408, 'The request timed out!'],
    [409, 'The same data already exists in the system!'],
    [500, 'Server internal error!'],
    [501, 'Service not implemented!'],
    [502, 'Gateway error!'],
    [503, 'Service unavailable!'],
    [504, 'Temporarily unreachable, please try again later!'],
    [505, 'HTTP version not supported!'],
    [418, 'Unknown problem, please contact the website administrator!'],
    [429, 'Unknown problem, please contact the website administrator!'],
  ])('is told by its status %i', async (status, words) => {
    tab.server.answer = () => ({ status, text: '<h1>secret stack</h1>' });
    await expect(tab.http.get('/x')).rejects.toMatchObject({ statusCode: status, message: words });
    expect(tab.shown).toEqual([['error', words]]);
  });

  it('in a page of success is a failure too', async () => {
    tab.server.answer = () => ({ status: 200, text: '<!doctype html>' });
    await expect(tab.http.get('/x')).rejects.toThrow('administrator');
  });

  it('says whose connection is broken', async () => {
    const { failureOf } = await import('../../src/web/http/failure.ts');
    const closed = await freePort();
    const broken = await axios.get('/x', { baseURL: `http://127.0.0.1:${closed}` }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failureOf(broken).message).toBe("Can't reach the server!");
    tab.online(false);
    expect(failureOf(broken)).toMatchObject({ message: 'You are offline!', statusCode: 0 });
  });

  it('in good time is told as such', async () => {
    const { failureOf } = await import('../../src/web/http/failure.ts');
    tab.server.answer = () => new Promise((resolve) => setTimeout(() => resolve({}), 500));
    const late = await axios.get('/x', { timeout: 30 }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failureOf(late).message).toBe('Network request timed out!');
  });

  it('is told to nobody when the browser has given up the call, as some do when a page is left', async () => {
    const { failureOf } = await import('../../src/web/http/failure.ts');
    const { Cancelled } = await import('../../src/web/http/problem.ts');
    expect(failureOf(new axios.AxiosError('Request aborted', axios.AxiosError.ECONNABORTED))).toBeInstanceOf(Cancelled);
  });
});

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
