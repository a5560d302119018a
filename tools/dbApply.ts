import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Problem } from '#resource';
import { sealTables } from '../src/server/database/appendOnly.ts';
import { applySchema } from '../src/server/database/applySchema.ts';
import { isServed } from '../src/server/database/isServed.ts';
import { openDatabase } from '../src/server/database/openDatabase.ts';
import { sealLog } from '../src/server/security/sealLog.ts';
import { wantedTables } from '../src/server/start/ownTables.ts';
import { loadResources } from '../src/server/loading/loadResources.ts';
import { readConfig } from '../src/server/config/readConfig.ts';
import { withEncryption } from '../src/server/loading/withEncryption.ts';
import { createSealer } from '../src/server/shared/sealer.ts';
import { withoutPlugins } from '../src/server/loading/withoutPlugins.ts';
import { switchedOff } from '../src/server/modules/moduleStates.ts';
import { terminalTexts } from './say.ts';

// `npm run db:apply`: does to the database what the next start would do, while a server may run: as instances of a former version
// go on beside the first of a new one. Ends with 1 when it is refused, which changes nothing, or when a file cannot be used. Nothing is
// redefined under a server that runs: it would go on to read and write values as what they were.
const root = join(import.meta.dirname, '..');
const say = terminalTexts(root);
const tell = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  // Whoever asks for a dry run gets none of another kind.
  parseArgs({ options: {} });
  process.exitCode = (await apply()) ? 0 : 1;
} catch (error) {
  const { message } = error as Error;
  process.stderr.write(`${error instanceof Problem ? say(error.key, { ...error.params }) : message}\n`);
  process.exitCode = 1;
}

async function apply(): Promise<boolean> {
  const found = await loadResources(root);
  const config = readConfig(process.env, root);
  const sealer = createSealer(config.dataDir, config.secretKey, config.formerSecretKeys);
  const database = await openDatabase(config, () => {}, undefined, { beside: true });
  try {
    return await database.runExclusive(async () => {
      const active = withoutPlugins(withEncryption(found, sealer), await switchedOff(database));
      for (const fault of active.faults) tell(fault);
      if (active.faults.length > 0) return false;
      const tables = await wantedTables(database, active);
      const steps: string[] = [];
      const note = (step: string): void => {
        steps.push(step);
        tell(`- ${step}`);
      };
      await applySchema(database, tables, note, () => isServed(config, database));
      await sealTables(database, tables);
      await sealLog(database);
      tell(say(steps.length === 0 ? 'plan:nothing' : 'plan:applied'));
      return true;
    });
  } finally {
    await database.close();
  }
}
