import { encodingText, scaledText, type Encoding, type Label } from '#resource';
import type { IndexSchema } from '../schema.ts';
import type { Finding } from './examine.ts';
import type { KnownColumn, KnownTable } from './knownTable.ts';
import { ofTable, sentence } from './sentence.ts';
import { literal } from './sqlText.ts';
import { encodingBefore, type ColumnChange, type LostColumn, type TableChange } from './tableChange.ts';

const listed = (names: readonly string[]): string => names.join(', ');

export const tableMade = ({ name, columns }: KnownTable): Label =>
  sentence('createTable', {
    table: name,
    columns: listed(columns.filter(({ keyOf }) => keyOf === undefined).map((each) => each.name)),
  });

export const searchMade = ({ name, searchColumns }: KnownTable): Label =>
  ofTable(name, sentence('createSearch', { columns: listed(searchColumns) }));

export const indexMade = (table: string, { unique, columns }: IndexSchema): Label =>
  ofTable(table, sentence(unique ? 'createUniqueIndex' : 'createIndex', { columns: listed(columns) }));

export const indexGone = (table: string, { columns }: IndexSchema): Label =>
  ofTable(table, sentence('dropIndex', { columns: listed(columns) }));

export const addsColumn = ({ to, isMissing }: ColumnChange): Label =>
  to.keyOf === undefined
    ? sentence(isMissing ? 'putBackColumn' : 'addColumn', { column: to.name, kind: kindOfColumn(to) })
    : sentence('addKeys', { column: to.keyOf });
export const columnRenamed = (from: string, to: string): Label => sentence('renameColumn', { from, to });
export const columnLost = ({ name, keyOf }: KnownColumn): Label =>
  keyOf === undefined ? sentence('dropColumn', { column: name }) : sentence('dropKeys', { column: keyOf });
export const columnChanged = (from: KnownColumn, to: KnownColumn): Label =>
  sentence('changeColumn', { column: to.name, from: kindOfColumn(from), to: kindOfColumn(to) });
export const nullabilityOf = ({ name, nullable }: KnownColumn): Label =>
  sentence(nullable ? 'mayBeEmpty' : 'mustHaveValue', { column: name });
export const defaultIs = (column: KnownColumn): Label =>
  sentence('defaultOf', { column: column.name, value: defaultShown(column) });
export const emptyBecome = (column: KnownColumn): Label =>
  sentence('emptyBecome', { column: column.name, value: defaultShown(column) });
/** As the file says it: 10.00, where the column holds 1000. */
const defaultShown = ({ default: value, encoding: { scale = 0 } = { kind: '', as: 'raw' } }: KnownColumn): string =>
  typeof value === 'number' && scale > 0 ? scaledText(value, scale) : literal(value);
export const refersTo = ({ name, references }: KnownColumn): Label =>
  references
    ? sentence('refersTo', { column: name, table: references.table })
    : sentence('refersToNone', { column: name });

/** What a column holds, as a resource file says it; columns of the server itself have a type only. */
function kindOfColumn(column: KnownColumn): Label {
  const encoding = encodingBefore(column);
  return encoding ? kindOf(encoding) : column.type;
}

/** As a file declares it, which is the same in every language. */
export const kindOf = (encoding: Encoding): Label =>
  encoding.kind === '' ? sentence('unknownKind') : encodingText(encoding);

/** A column would go with its values. */
export function lostSentence({ to: { name: table } }: TableChange, { column, becomes, isSpent }: LostColumn): Label {
  const { name } = column;
  const place = `${table}.${name}`;
  if (becomes) {
    const cure = sentence(isSpent ? 'dropAgain' : 'dropOld', { name });
    return sentence('lostKind', { place, from: kindOfColumn(column), to: kindOfColumn(becomes), cure });
  }
  return sentence('lostColumn', { place, name, cure: sentence(isSpent ? 'dropAgain' : 'dropAllowed', { name }) });
}

/** Values cannot become those of the new kind. */
export function encodedSentence(
  { to: { name: table, primaryKey } }: TableChange,
  { change, rows, refused, refusals }: Finding,
): Label {
  const { from, to, was, conversion } = change;
  const place = `${table}.${to.name}`;
  const more = refused - refusals.length;
  const which = sentence('which', {
    refused,
    rows,
    named: [
      ...refusals.map(({ id, before, why }) => sentence('refusedRow', { key: primaryKey[0]!, id, before, why })),
      ...(more > 0 ? [sentence('more', { more })] : []),
    ].reduce((first, next) => sentence('followed', { first, next })),
  });
  const known = { place, kind: kindOf(to.encoding!), rows, which, name: from!.name, table };
  if (was === undefined) return sentence('unrecorded', { ...known, line: convertLine(undefined, to.encoding!) });
  if (was.as === 'raw' && !conversion)
    return sentence('unrecordedBecomes', { ...known, line: convertLine(undefined, to.encoding!) });
  const changed = changeSentence(table, change);
  if (!conversion) return sentence('otherMeaning', { ...known, changed });
  if (was.as === 'hash' || to.encoding!.as === 'hash') return sentence('cannotGoAlong', { ...known, changed });
  if (conversion.convert) return sentence('convertRefused', { ...known, changed });
  return sentence('cannotKeep', { ...known, changed, line: convertLine(was, to.encoding!) });
}

function changeSentence(table: string, { from, to, was }: ColumnChange): Label {
  const [before, after] = [kindOf(was!), kindOf(to.encoding!)];
  const place = `${table}.${to.name}`;
  if (before !== after) return sentence('wouldChange', { place, before, after });
  return from!.name === to.name
    ? sentence('wouldLoseChoices', { place, after })
    : sentence('wouldGoOnFrom', { place, after, former: from!.name });
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
