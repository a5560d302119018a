import { settingsPath, textOf, type Language, type SettingsOf } from '#resource';
import type { PluginHost, PluginStep } from '#plugin';
import { mailServer } from '../mail/mailServer.ts';
import type { Gate } from '../table/gate.ts';

/** What a new installation needs first; `path` is the page where it is done. */
export interface FirstStep {
  /** One of the product's, whose words the browser has, or the number of a plugin's. */
  readonly name: 'site' | 'table' | 'people' | `${number}`;
  readonly isDone: boolean;
  readonly path?: string;
  /** The words of a plugin's. */
  readonly label?: string;
  readonly help?: string;
  readonly go?: string;
}
export interface FirstStepsParts {
  readonly gate: Gate;
  /** The file of each table, by its name. */
  readonly files: ReadonlyMap<string, string>;
  readonly basics: () => Promise<SettingsOf<'basics'>>;
  readonly mail: () => Promise<SettingsOf<'mail'>>;
  /** What plugins need. */
  readonly added: readonly PluginStep[];
  readonly host: PluginHost;
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
  'preference',
  'saved_view',
  'schema_log',
  'security_log',
];

/** The steps of an installation that has not taken all of them yet; none for others. */
export async function firstSteps(
  { gate, files, basics, mail, added, host }: FirstStepsParts,
  language: Language,
): Promise<readonly FirstStep[]> {
  const [name, people, server, own] = await Promise.all([
    basics().then(({ site_name: given }) => given),
    gate.rows('admin').list({}, { limit: 2 }),
    mail().then(mailServer),
    Promise.all(
      added.map(async ({ label, help, go, path, isDone }, at): Promise<FirstStep> => ({
        name: `${at}`,
        isDone: await isDone(host),
        path,
        label: textOf(label, language),
        help: textOf(help, language),
        go: textOf(go, language),
      })),
    ),
  ]);
  const invited = people.length > 1 || (await gate.rows('admin_invitation').list({}, { limit: 1 })).length > 0;
  const steps: FirstStep[] = [
    { name: 'site', isDone: name !== unnamedSite, path: settingsPath },
    ...own,
    { name: 'table', isDone: hasOwnTable(files) },
    { name: 'people', isDone: invited, path: gate.modelOf(server ? 'admin_invitation' : 'admin').path },
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}

const hasOwnTable = (files: ReadonlyMap<string, string>): boolean =>
  [...files].some(
    ([table, file]) => file.replaceAll('\\', '/').startsWith('resources/') && !productTables.includes(table),
  );
