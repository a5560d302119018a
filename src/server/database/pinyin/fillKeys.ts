import type { SqlValue } from '#resource';
import type { Dialect } from '../database.ts';
import type { Step } from '../schema.ts';
import { batches, writeBatch } from '../schema/batches.ts';
import type { KnownColumn } from '../schema/knownTable.ts';
import { ofTable, sentence } from '../schema/sentence.ts';
import { quoted } from '../schema/sqlText.ts';
import { sortKey } from './sortKey.ts';

/** Works out the keys of the rows that are there. */
export function fillKeys(dialect: Dialect, table: string, keys: readonly KnownColumn[]): Step[] {
  if (keys.length === 0) return [];
  const texts = keys.map(({ keyOf }) => keyOf!);
  const held = [...texts, ...keys.map(({ name }) => name)].map((name) => `${quoted(name)} IS NOT NULL`);
  const keyIn = (value: SqlValue | undefined): SqlValue => (typeof value === 'string' ? sortKey(value) : null);
  return [
    {
      says: ofTable(table, sentence('fillKeys', { columns: texts.join(', ') })),
      sql: [],
      async run(db, log) {
        let done = 0;
        for await (const rows of batches(db, table, texts, `(${held.join(' OR ')})`)) {
          await writeBatch(
            db,
            dialect,
            table,
            keys,
            rows.map((row): [number, ...SqlValue[]] => [row.id, ...texts.map((name) => keyIn(row[name]))]),
          );
          done += rows.length;
          log(`${table}: ${done} rows have sort keys`);
        }
      },
    },
  ];
}
