import type { Plan } from '../src/server/database/schema.ts';
import type { Unusable } from './unusable.ts';

/** A plan for people: what would be done, what stands in the way, what is left alone. */
export function planText({ steps, refused, unmanaged }: Plan, unusable: readonly Unusable[] = []): string {
  const declared = unusable.flatMap(({ tables }) => tables);
  const gone = unmanaged.filter((name) => !isOf(declared, name));
  return [
    ...section('These files cannot be used:', unusable.map(({ fault, tables }) => `${fault}${stays(unmanaged.filter((name) => isOf(tables, name)))}`)),
    ...(steps.length === 0 && refused.length === 0 ? [unusable.length === 0 ? 'The database has the schema that the resources declare.' : 'For the other tables there is nothing to do.', ''] : []),
    ...section(refused.length > 0 ? 'Without the refusals below, the next start would:' : 'The next start will:', steps.map(({ says }) => says)),
    ...section('Refused, because rows would be lost:', refused),
    ...section('Tables that no resource declares any more, left alone:', gone),
  ].join('\n');
}

/** Lists of related rows are in tables of their own, which begin with the name. */
const isOf = (tables: readonly string[], name: string): boolean => tables.some((table) => name === table || name.startsWith(`${table}_`));

const stays = (tables: readonly string[]): string => (tables.length === 0 ? '' : ` Nothing would happen to ${tables.join(', ')}.`);

const section = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`), '']);
