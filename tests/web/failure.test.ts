import axios from 'axios';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openTab } from '../support/browserTab.ts';

const tab = openTab('en');

describe('no business answer', () => {
  it.each([
    [400, 'Parameters incorrect'],
    [401, 'no permission'],
    [403, 'no permission'],
    [404, '/api/x'],
    [408, 'timed out'],
    [409, 'already exists'],
    [500, 'internal error'],
    [501, 'not implemented'],
    [502, 'gateway'],
    [503, 'unavailable'],
    [504, 'later'],
    [505, 'HTTP version'],
    [418, 'administrator'],
    [429, 'administrator'],
  ])('is told by its status %i', async (status, words) => {
    tab.server.answer = () => ({ status, text: '<h1>secret stack</h1>' });
    const failure = await tab.http.get('/x').then(
      () => undefined,
      (error: unknown) => error as Error & { statusCode: number },
    );
    expect(failure).toMatchObject({ statusCode: status });
    expect(failure!.message.toLowerCase()).toContain(words.toLowerCase());
    expect(tab.shown).toEqual([['error', failure!.message]]);
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
    expect(failureOf(broken).message).toBe('The server is not working normally!');
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
});

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
