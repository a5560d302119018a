import type { Plan } from '../src/server/database/schema.ts';

/** A plan for people: what would be done, what stands in the way, what is left alone. */
export function planText({ steps, refused, unmanaged }: Plan, faults: readonly string[] = []): string {
  return [
    ...section('These files cannot be used and are left out:', faults),
    ...(steps.length === 0 && refused.length === 0 ? ['The database has the schema that the resources declare.', ''] : []),
    ...section(refused.length > 0 ? 'Without the refusals below, the next start would:' : 'The next start will:', steps.map(({ says }) => says)),
    ...section('Refused, because rows would be lost:', refused),
    ...section('Tables that no resource declares any more, left alone:', unmanaged),
  ].join('\n');
}

const section = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`), '']);
