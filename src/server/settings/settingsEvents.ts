import type { Json } from '#resource';
import type { SettingsStoreParts } from './settingsStore.ts';
import type { SecurityLog } from '../security/securityLog.ts';

/** Puts every change of settings into the security log, in the transaction that makes it; of secrets only that they changed. */
export const settingsEvents =
  (events: SecurityLog): NonNullable<SettingsStoreParts['written']> =>
  (write, { caller, model, before, changes }) =>
    events.record(write, {
      kind: 'settings',
      outcome: 'success',
      caller,
      target: `${model.name}: ${Object.keys(changes).join(', ')}`,
      detail: Object.fromEntries(
        Object.entries(changes).map(([name, value]): [string, Json] => [
          name,
          model.fields.get(name)?.secret
            ? { before: '***', after: '***' }
            : { before: (before[name] ?? null) as Json, after: value as Json },
        ]),
      ),
    });
