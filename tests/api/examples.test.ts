import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { modelOf } from '#resource';
import { createApp, type App } from '../../src/server/app.ts';
import { loadResources, type Loaded } from '../../src/server/loading/loadResources.ts';
import { readConfig } from '../../src/server/config/readConfig.ts';
import { eachDatabase } from '../support/databases.ts';
import { product } from '../support/product.ts';
import orders from '../examples/order.ts';

const root = join(import.meta.dirname, '../..');
const examples = join(root, 'tests/examples');
const password = 'secret-123';

/** The product with what the README adds to it. */
async function loadExamples(): Promise<Loaded> {
  const added = await loadResources(examples);
  if (added.faults.length > 0) throw new Error(added.faults.join('\n'));
  return {
    models: [...product.models, ...added.models, modelOf(orders)],
    plugins: [...product.plugins, ...added.plugins],
    faults: [],
  };
}

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: {
    readonly row: Record<string, unknown>;
    readonly list: readonly Record<string, unknown>[];
    readonly total: number;
  };
}

eachDatabase((_name, _open, place) => {
  describe('the examples of the README', () => {
    const apps: App[] = [];
    afterAll(() => Promise.all(apps.map((app) => app.close())));
    const start = async (): Promise<{ app: App; address: string }> => {
      const { dataDir, databaseUrl = '' } = await place();
      const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ADMIN_PASSWORD: password }, root);
      const app = await createApp(config, { loaded: await loadExamples() });
      apps.push(app);
      return { app, address: await app.http.listen({ port: 0, host: '127.0.0.1' }) };
    };

    it('add tables, a kind, a route and a rule to the product, and the calls of the README answer as it says', async (context) => {
      const { address } = await start();
      context.skip(!existsSync('/usr/bin/curl'), 'no curl on this machine');
      const script = readFileSync(join(examples, 'api.sh'), 'utf8').replace('http://localhost:8000', address);
      const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-eu', '-c', script], {
        env: { ...process.env, ADMIN_PASSWORD: password },
      });
      expect(stderr).toBe('');
      const answers = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Answer);
      expect(answers.map(({ code, msg }) => [code, msg])).toEqual([
        ...Array.from({ length: 3 }, () => [1, 'Added successfully']),
        [1, ''],
        [1, ''],
        [1, ''],
        [1, ''],
        [1, 'Updated successfully'],
        [1, 'Moved successfully'],
        [1, 'Deleted successfully'],
        [1, 'Restored successfully'],
      ]);
      const [, first, , byPrice, found, filtered, grouped, edited] = answers as [
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
        Answer,
      ];
      expect(first.data.row).toMatchObject({
        id: 1,
        title: 'First steps',
        price: '9.90',
        status: 'live',
        category: { id: 1, name: 'News' },
      });
      expect([byPrice.data.total, byPrice.data.list.map(({ id }) => id)]).toEqual([2, [1, 2]]);
      expect(found.data.list.map(({ id }) => id)).toEqual([2]);
      expect(filtered.data.list.map(({ id }) => id)).toEqual([1]);
      expect(grouped.data.list.map(({ id }) => id)).toEqual([2]);
      expect(edited.data.row).toMatchObject({ title: 'First steps, revised', version: 2 });
    });

    it('draws and refuses stars by the rules of their kind, and answers at the route of the plugin', async () => {
      const { address } = await start();
      const call = async (
        path: string,
        token = '',
        body?: unknown,
      ): Promise<Answer & { data: { average: number; errors: unknown } }> => {
        const headers = {
          'think-lang': 'en',
          ...(token && { batoken: token }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        };
        const answer = await fetch(`${address}/api/admin/${path}`, {
          headers,
          ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        });
        return (await answer.json()) as Answer & { data: { average: number; errors: unknown } };
      };
      const signedIn = (await call('Index/login', '', { username: 'admin', password })) as unknown as {
        data: { userInfo: { token: string } };
      };
      const { token } = signedIn.data.userInfo;
      expect(await call('review.review/add', token, { text: 'So so', stars: 6 })).toMatchObject({
        code: 0,
        data: { errors: { stars: expect.any(String) as string } },
      });
      for (const stars of [2, '5'])
        expect(await call('review.review/add', token, { text: 'Fine', stars })).toMatchObject({ code: 1 });
      expect(await call('review.average/index', token)).toMatchObject({ code: 1, data: { average: 3.5 } });
      expect(await call('review.average/index')).toMatchObject({ code: 302 });
      expect(await call('sales.order/add', token, { number: 'A1', amount: '3', status: 'paid' })).toMatchObject({
        code: 1,
        data: { row: { owner_id: 1, paid_at: expect.any(Number) as number } },
      });
      expect(await call('sales.order/edit', token, { id: 1, version: 1, status: 'open' })).toMatchObject({ code: 0 });
      expect(await call('sales.order/edit?id=1', token)).toMatchObject({
        data: { row: { status: 'paid', version: 1 } },
      });
    });
  });
});
