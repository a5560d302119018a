// Run by tests in a process of its own: begins a bulk edit of all notes, and dies of SIGKILL when it has written the one named, in
// the middle of a transaction.
import { writeSync } from 'node:fs';
import { createApp } from '../../src/server/app.ts';
import { notes, together } from './bulkNotes.ts';
import { modelsOf } from './modelsOf.ts';
import { product } from './product.ts';
import { password, quickPasswords, testConfig } from './testConfig.ts';

const [dataDir = '', databaseUrl, last = ''] = process.argv.slice(2);
const die = (name: string | null): void => void (name === last && process.kill(process.pid, 'SIGKILL'));
const app = await createApp(
  { ...testConfig, dataDir, databaseUrl: databaseUrl || undefined },
  { loaded: { ...product, models: modelsOf([notes(die)], []) }, limits: { together }, passwordCost: quickPasswords },
);
const post = async (path: string, payload: object, batoken = ''): Promise<string> =>
  (await app.http.inject({ method: 'POST', url: `/api/admin/${path}`, headers: { batoken }, payload })).body;
const { data } = JSON.parse(await post('Index/login', { username: 'admin', password })) as {
  data: { userInfo: { token: string } };
};
writeSync(1, await post('note/bulkEdit', { matching: { query: {} }, values: { place: 'yard' } }, data.userInfo.token));
