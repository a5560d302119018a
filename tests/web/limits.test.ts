import axios, { type AxiosInstance } from 'axios';
import NProgress from 'nprogress';
import { beforeAll, expect, it, vi } from 'vitest';
import { openTab } from '../support/browserTab.ts';

let clients: readonly AxiosInstance[] = [];
const create = vi.spyOn(axios, 'create');
const tab = openTab();
beforeAll(() => {
  clients = create.mock.results.map(({ value }) => value as AxiosInstance);
});

it('no call has a time limit, whether it sends words or a file', async () => {
  expect(clients.length).toBeGreaterThan(0);
  const limits: unknown[] = [];
  for (const client of clients)
    client.interceptors.request.use((config) => {
      limits.push([config.data instanceof FormData, config.timeout]);
      // The server here reads JSON only.
      return Object.assign(config, { data: undefined });
    });
  const file = new FormData();
  file.set('file', new File(['words'], 'a.txt'));
  await tab.http.get('/x');
  await tab.http.post('/admin/ajax/upload', file);
  expect(limits).toEqual([
    [false, 0],
    [true, 0],
  ]);
});

it('the bar at the top begins at 0.08 and moves every 800 ms', async () => {
  await import('../../src/web/loading/progress.ts');
  expect((NProgress as unknown as { settings: object }).settings).toMatchObject({ minimum: 0.08, trickleSpeed: 800 });
});
