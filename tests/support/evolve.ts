// Run by tests in a process of its own: applies a schema and dies of SIGKILL at the step it is told.
import { writeSync } from 'node:fs';
import { applySchema } from '../../src/server/database/applySchema.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { evolutionAfter } from './evolution.ts';

const [dataDir = '', databaseUrl, dieAt = ''] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl: databaseUrl || undefined });
let step = 0;
await applySchema(database, evolutionAfter, (says) => {
  writeSync(1, `${says}\n`);
  if ((step += 1) === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
});
await database.close();
