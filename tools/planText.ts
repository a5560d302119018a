import { textOf, type Language } from '#resource';
import type { Plan } from '../src/server/database/schema.ts';
import type { Say } from './say.ts';
import type { Unusable } from './unusable.ts';

/** A plan for people: what would be done, what stands in the way, what is left alone. */
export function planText(
  { steps, refused, unmanaged, left, notes }: Plan,
  unusable: readonly Unusable[],
  say: Say,
  language: Language,
): string {
  const declared = unusable.flatMap(({ tables }) => tables);
  const gone = unmanaged.filter((name) => !isOf(declared, name));
  return [
    ...section(
      say('plan:unusable'),
      unusable.map(
        ({ fault, tables }) =>
          `${fault}${stays(
            unmanaged.filter((name) => isOf(tables, name)),
            say,
          )}`,
      ),
    ),
    ...(steps.length === 0 && refused.length === 0
      ? [say(unusable.length === 0 ? 'plan:nothing' : 'plan:nothingElse'), '']
      : []),
    ...section(
      say(refused.length > 0 ? 'plan:would' : 'plan:will'),
      steps.map(({ says }) => textOf(says, language)),
    ),
    ...section(
      say('plan:refused'),
      refused.map((each) => textOf(each, language)),
    ),
    ...section(say('plan:unmanaged'), gone),
    ...section(
      say('plan:left'),
      left.map((each) => say('plan:leftColumn', { ...each })),
    ),
    ...section(
      say('plan:notes'),
      notes.map((each) => textOf(each, language)),
    ),
  ].join('\n');
}

/** Lists of related rows are in tables of their own, which begin with the name. */
const isOf = (tables: readonly string[], name: string): boolean =>
  tables.some((table) => name === table || name.startsWith(`${table}_`));

const stays = (tables: readonly string[], say: Say): string =>
  tables.length === 0 ? '' : ` ${say('plan:stays', { tables: tables.join(', ') })}`;

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`), ''];
