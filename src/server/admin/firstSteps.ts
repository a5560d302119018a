import { settingsPath, type SettingsOf } from '#resource';
import { mailServer } from '../mail/mailServer.ts';
import type { Gate } from '../table/gate.ts';

/** What a new installation needs first; `path` is the page where it is done. */
export interface FirstStep {
  readonly name: 'site' | 'table' | 'people';
  readonly isDone: boolean;
  readonly path?: string;
}
export interface FirstStepsParts {
  readonly gate: Gate;
  /** The file of each table, by its name. */
  readonly files: ReadonlyMap<string, string>;
  readonly basics: () => Promise<SettingsOf<'basics'>>;
  readonly mail: () => Promise<SettingsOf<'mail'>>;
}

/** What the site is called until somebody gives it a name. */
const unnamedSite = 'Ai Chat';
/** Tables that the product keeps in `resources/` by itself; any other file there is of whoever runs it. */
export const productTables = [
  'admin',
  'admin_group',
  'admin_invitation',
  'admin_log',
  'admin_rule',
  'failed_job',
  'list_start',
  'saved_view',
  'schema_log',
  'security_log',
];

/** The steps of an installation that has not taken all of them yet; none for others. */
export async function firstSteps({ gate, files, basics, mail }: FirstStepsParts): Promise<readonly FirstStep[]> {
  const [name, people, server] = await Promise.all([
    basics().then(({ site_name: given }) => given),
    gate.rows('admin').list({}, { limit: 2 }),
    mail().then(mailServer),
  ]);
  const invited = people.length > 1 || (await gate.rows('admin_invitation').list({}, { limit: 1 })).length > 0;
  const steps: FirstStep[] = [
    { name: 'site', isDone: name !== unnamedSite, path: settingsPath },
    { name: 'table', isDone: hasOwnTable(files) },
    { name: 'people', isDone: invited, path: gate.modelOf(server ? 'admin_invitation' : 'admin').path },
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}

const hasOwnTable = (files: ReadonlyMap<string, string>): boolean =>
  [...files].some(
    ([table, file]) => file.replaceAll('\\', '/').startsWith('resources/') && !productTables.includes(table),
  );
