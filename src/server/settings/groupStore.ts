import type { SettingsGroup } from '#resource';
import type { ValueWatcher } from '#plugin';
import { settingsTable } from '../host/catalogue.ts';
import { refuseErrors } from '../table/write/refusals.ts';
import type { RowStore } from '../table/write/rowStore.ts';
import type { RowListener } from '../table/write/transaction.ts';
import { watchersOf } from '../table/write/watch.ts';
import type { Sealer } from '../shared/sealer.ts';
import { lockGroup, settingTable, storedGroup, writeGroup, type StoredGroup } from './storedGroup.ts';

/**
 * The group as the one row that the gate edits. It has no table of its own: what nobody has set has to follow its default
 * from version to version, secrets are kept sealed, and the groups of plugins come and go without a change of the schema.
 */
export const groupStore = (
  { definition }: SettingsGroup,
  sealer: Sealer,
  written: RowListener,
  watchers: readonly ValueWatcher[],
): RowStore<StoredGroup> => ({
  async load({ dialect }, _caller, model, _id, { db }) {
    return storedGroup(model, await lockGroup(dialect, db, model.name), sealer, () => {});
  },
  check(caller, _model, { next, prev, given }) {
    refuseErrors(caller, definition.check?.({ next, prev, given, caller } as never));
  },
  async write(_ctx, _caller, model, row, changes, { db, touch, now }) {
    await writeGroup(db, model, row, changes, sealer, now);
    touch(settingTable);
  },
  async written(ctx, tx, change) {
    await written(tx, change);
    const { model } = change;
    for (const tell of watchersOf(() => ctx, watchers, model, settingsTable(model.name))) await tell(tx, change);
  },
});
