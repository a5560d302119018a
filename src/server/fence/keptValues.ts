import { suggestion, type Model } from '#resource';

type Fields = Model['fields'];
type Row = Readonly<Record<string, unknown>>;

/** Remembers the row that a hook is given; what it returns throws when the hook has since set what the table does not keep. */
export function keptValues(fields: Fields, row: Row): () => void {
  const before = { ...row };
  return () => {
    const lost = Object.keys(row).find((name) => !isKept(fields, name) && row[name] !== before[name]);
    if (lost === undefined) return;
    if (fields.has(lost)) throw new Error(`it sets "${lost}", which is computed: leave that out.`);
    throw new Error(`it sets "${lost}", but the table has no such field. ${suggestion(lost, fields.keys())}`);
  };
}

function isKept(fields: Fields, name: string): boolean {
  const field = fields.get(name);
  return field !== undefined && (field.column !== null || field.kind.relation === 'many');
}
