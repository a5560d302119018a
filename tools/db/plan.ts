import type { Language } from '#resource';
import { planSchema } from '../../src/server/database/applySchema.ts';
import { openReadOnly } from '../../src/server/database/openReadOnly.ts';
import type { Config } from '../../src/server/config/config.ts';
import { loadResources } from '../../src/server/loading/loadResources.ts';
import { withEncryption } from '../../src/server/loading/withEncryption.ts';
import { withoutPlugins } from '../../src/server/loading/withoutPlugins.ts';
import { switchedOff } from '../../src/server/modules/moduleStates.ts';
import { planningSealer } from '../../src/server/shared/sealer.ts';
import { wantedTables } from '../../src/server/start/ownTables.ts';
import { planText } from '../planText.ts';
import type { Say } from '../say.ts';
import { unusable } from '../unusable.ts';

/** What the next start of the project would do to the database, for people, and whether all of it would be done. */
export async function plan(
  root: string,
  config: Config,
  say: Say,
  language: Language,
): Promise<{ text: string; isSound: boolean }> {
  const found = await loadResources(root);
  const database = await openReadOnly(config);
  const sealer = planningSealer(config.dataDir, config.secretKey, config.formerSecretKeys);
  const active = withoutPlugins(withEncryption(found, sealer), await switchedOff(database));
  const planned = await planSchema(database, await wantedTables(database, active));
  await database.close();
  return {
    text: planText(planned, unusable(root, active.faults), say, language),
    isSound: planned.refused.length === 0 && active.faults.length === 0,
  };
}
