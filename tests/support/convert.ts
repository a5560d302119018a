// Run by tests in a process of its own: changes kinds and names, and dies of SIGKILL at the step it is told.
import { writeSync } from 'node:fs';
import { modelOf } from '#resource';
import { applySchema } from '../../src/server/database/applySchema.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { tablesOf } from '../../src/server/table/tablesOf.ts';
import { conversionAfter } from './conversion.ts';

const [dataDir = '', databaseUrl, dieAt = ''] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl: databaseUrl || undefined });
let step = 0;
await applySchema(database, tablesOf(conversionAfter.map(modelOf)), (says) => {
  writeSync(1, `${says}\n`);
  if ((step += 1) === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
});
await database.close();
