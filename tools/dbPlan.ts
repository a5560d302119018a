import { join } from 'node:path';
import { Problem } from '#resource';
import { wantedTables } from '../src/server/start/ownTables.ts';
import { planSchema } from '../src/server/database/applySchema.ts';
import { openReadOnly } from '../src/server/database/openReadOnly.ts';
import { loadResources } from '../src/server/loading/loadResources.ts';
import { readConfig } from '../src/server/config/readConfig.ts';
import { withEncryption } from '../src/server/loading/withEncryption.ts';
import { planningSealer } from '../src/server/shared/sealer.ts';
import { withoutPlugins } from '../src/server/loading/withoutPlugins.ts';
import { switchedOff } from '../src/server/modules/moduleStates.ts';
import { planText } from './planText.ts';
import { terminalLanguage } from '../src/server/shared/messages.ts';
import { terminalTexts } from './say.ts';
import { unusable } from './unusable.ts';

// `npm run db:plan`: what the next start would do to the database. Changes nothing; ends with 1 when it would be refused, or
// when a file cannot be used.
const root = join(import.meta.dirname, '..');
const say = terminalTexts(root);
try {
  const found = await loadResources(root);
  const config = readConfig(process.env, root);
  const database = await openReadOnly(config);
  const sealer = planningSealer(config.dataDir, config.secretKey, config.formerSecretKeys);
  const active = withoutPlugins(withEncryption(found, sealer), await switchedOff(database));
  const plan = await planSchema(database, await wantedTables(database, active));
  await database.close();
  process.stdout.write(planText(plan, unusable(root, active.faults), say, terminalLanguage(process.env)));
  process.exitCode = plan.refused.length > 0 || active.faults.length > 0 ? 1 : 0;
} catch (error) {
  const { message } = error as Error;
  process.stderr.write(`${error instanceof Problem ? say(error.key, { ...error.params }) : message}\n`);
  process.exitCode = 1;
}
