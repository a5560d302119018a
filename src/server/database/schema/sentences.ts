import { encodingText, type Encoding } from '#resource';
import type { Finding } from './examine.ts';
import type { KnownColumn } from './knownTable.ts';
import { encodingBefore, type ColumnChange, type LostColumn, type TableChange } from './tableChange.ts';

/** What a column holds, as a resource file says it; columns of the server itself have a type only. */
export function kindOfColumn(column: KnownColumn): string {
  const encoding = encodingBefore(column);
  return encoding ? encodingText(encoding) : column.type;
}

/** A column would go with its values. */
export function lostSentence({ to: { name: table } }: TableChange, { column, becomes, isSpent }: LostColumn): string {
  const { name } = column;
  const place = `${table}.${name}`;
  const spent = isSpent
    ? `Its line dropped: ['${name}'] has done its work for an earlier column of this name; write the name once ` +
      `more, dropped: ['${name}', '${name}'], to give these values up too`
    : `Write dropped: ['${name}'] in .resource({ … }) to ${becomes ? 'give the old values up' : 'allow it'}`;
  return becomes
    ? `${place} would change from ${kindOfColumn(column)} to ${kindOfColumn(becomes)}, which cannot keep every ` +
        `value. ${spent}, or declare a field of another name.`
    : `${place} would be deleted with its values. ${spent}, or renamedFrom: '${name}' in the field that continues it.`;
}

/** Values cannot become those of the new kind. */
export function encodedSentence(
  { to: { name: table, primaryKey } }: TableChange,
  { change, rows, refused, refusals }: Finding,
): string {
  const { from, to, was, conversion } = change;
  const place = `${table}.${to.name}`;
  const kind = encodingText(to.encoding!);
  const named = refusals.map(({ id, before, why }) => `${primaryKey[0]} ${id}: ${before}, ${why}`).join('; ');
  const more = refused > refusals.length ? `; and ${refused - refusals.length} more` : '';
  const which = `${refused} of ${rows} rows (${named}${more})`;
  const dropped = `dropped: ['${from!.name}'] in .resource({ … }) to give all its values up`;
  if (was === undefined)
    return (
      `${place} is ${kind} in its file, but ${which} hold something else, and this database did not record kinds ` +
      'so far. Put back the kind that it had, start once, then change it; or write ' +
      `${convertLine(undefined, to.encoding!)} in the field, which gets what the column holds.`
    );
  if (was.as === 'raw' && !conversion)
    return (
      `${place} becomes ${kind}, but this database did not record kinds so far, and ${rows} rows hold values. ` +
      'Put back the kind that it had, start once, then change it; or write ' +
      `${convertLine(undefined, to.encoding!)} in the field, which gets what the column holds; or ${dropped}.`
    );
  const before = changeSentence(table, change);
  if (!conversion)
    return `${before}: ${which} would mean something else. Empty it first, or declare a field of another name.`;
  if (was.as === 'hash' || to.encoding!.as === 'hash')
    return `${before}: ${which} cannot go along. Declare a field of another name, or write ${dropped}.`;
  if (conversion.convert) return `${before}: its convert is refused for ${which}. Mend it, or write ${dropped}.`;
  return (
    `${before}, which cannot keep the value of ${which}. Write ${convertLine(was, to.encoding!)} in the field, ` +
    `which says what becomes of a value, or ${dropped}.`
  );
}

function changeSentence(table: string, { from, to, was }: ColumnChange): string {
  const [before, after] = [encodingText(was!), encodingText(to.encoding!)];
  if (before !== after) return `${table}.${to.name} would change from ${before} to ${after}`;
  return from!.name === to.name
    ? `${table}.${to.name} (${after}) would lose choices`
    : `${table}.${to.name} (${after}) would go on from ${from!.name}`;
}

/** A line to begin with: rounding where that is what is missing. */
function convertLine(was: Encoding | undefined, to: Encoding): string {
  if (was?.as !== 'number' || to.as !== 'number') return 'convert: (old) => …';
  const number = was.wire === 'text' ? 'Number(old)' : 'old';
  const type = was.wire === 'text' ? 'string' : 'number';
  const { scale = 0 } = to;
  const rounded = scale === 0 ? `Math.round(${number})` : `Math.round(${number} * ${10 ** scale}) / ${10 ** scale}`;
  return `convert: (old: ${type}) => ${to.wire === 'text' ? `(${rounded}).toFixed(2)` : rounded}`;
}
