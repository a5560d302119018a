import { convertRaw, type Label, type SqlValue } from '#resource';
import type { Dialect } from '../database.ts';
import type { Step } from '../schema.ts';
import { batches, writeBatch } from './batches.ts';
import type { Finding } from './examine.ts';
import { ofTable, plainText, reasonText, sentence } from './sentence.ts';
import { kindOf } from './sentences.ts';
import { quoted, typeOf } from './sqlText.ts';
import { freshName, type ColumnChange, type TableChange } from './tableChange.ts';

/** Adds a column for each that gets other values, and fills it row by row. The old ones are left to the steps that follow. */
export function rewriteSteps(dialect: Dialect, change: TableChange, findings: readonly Finding[]): Step[] {
  const columns = change.columns.filter(({ isRewritten }) => isRewritten);
  if (columns.length === 0) return [];
  const table = change.to.name;
  return [
    {
      says: ofTable(table, ...columns.map((each) => described(each, findings))),
      sql: columns.map(
        ({ to }) => `ALTER TABLE ${quoted(table)} ADD COLUMN ${quoted(freshName(to.name))} ${typeOf(dialect, to.type)}`,
      ),
      async run(db, log) {
        let done = 0;
        for await (const rows of batches(
          db,
          table,
          columns.map(({ from }) => from!.name),
        )) {
          await writeBatch(
            db,
            dialect,
            table,
            columns.map(({ to }) => ({ name: freshName(to.name), type: to.type })),
            rows.map((row): [number, ...SqlValue[]] => [row.id, ...columns.map((each) => converted(each, row))]),
          );
          done += rows.length;
          log(`${table}: ${done} rows converted`);
        }
      },
    },
  ];
}

function described({ from, to, was }: ColumnChange, findings: readonly Finding[]): Label {
  const finding = findings.find(({ change }) => change.to.name === to.name)!;
  const { rows, samples } = finding;
  const [sample] = samples;
  const [before, after] = [kindOf(was!), kindOf(to.encoding!)];
  return sentence('convertColumn', {
    column: from!.name === to.name ? to.name : sentence('renamedTo', { from: from!.name, to: to.name }),
    kinds: before === after ? sentence('sameKind', { kind: after }) : sentence('otherKind', { before, after }),
    extent: sample ? sentence('rowsSuchAs', { rows, ...sample }) : sentence('rows', { rows }),
  });
}

function converted(
  { from, to, conversion }: ColumnChange,
  row: Readonly<Record<string, SqlValue>> & { id: number },
): SqlValue {
  const result = convertRaw(conversion!, row[from!.name]!);
  if ('refused' in result)
    throw new Error(`${to.name} of row ${row.id} cannot be converted: ${plainText(reasonText(result.refused))}.`);
  return result.raw;
}
