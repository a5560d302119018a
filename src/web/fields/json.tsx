import { JsonInput } from './commonInputs.tsx';
import { TextCell } from './cells.tsx';
import { jsonOf } from './jsonOf.ts';
import type { CellProps, FieldView } from './view.ts';

/** A value of JSON as people read it: `reason: wrong · tries: 3`, without the marks that only programs need. */
function JsonCell({ field, value }: CellProps) {
  return <TextCell value={readable(jsonOf(field, value))} />;
}

function readable(value: unknown, isInner = false): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = Array.isArray(value)
    ? value.map((each) => String(readable(each, true) ?? '-'))
    : Object.entries(value).map(([name, each]) => `${name}: ${String(readable(each, true) ?? '-')}`);
  const text = parts.join(Array.isArray(value) ? ', ' : ' · ');
  if (!isInner) return text;
  return Array.isArray(value) && parts.length < 2 ? text || '-' : `(${text})`;
}

export const jsonView: FieldView = { Cell: JsonCell, Input: JsonInput, width: 220, wide: true };
