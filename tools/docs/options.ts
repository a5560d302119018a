import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-5';
import { f } from '../../src/resource/index.ts';

interface Option {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}
interface Described {
  readonly name: string;
  readonly text: string;
  readonly options: readonly Option[];
}

/** Interfaces of the language and of the plugin contract that people fill in, in the order of the page. */
const parts: readonly { title: string; files: readonly string[]; interfaces: readonly string[] }[] = [
  { title: 'table(name, fields, options)', files: ['src/resource/table.ts'], interfaces: ['TableOptions'] },
  {
    title: '.resource(definition)',
    files: [
      'src/resource/resource.ts',
      'src/resource/linesDefinition.ts',
      'src/resource/traits/index.ts',
      'src/resource/actions/action.ts',
      'src/resource/hooks.ts',
      'src/resource/rows.ts',
    ],
    interfaces: [
      'ResourceDefinition',
      'Traits',
      'ListDefinition',
      'FormDefinition',
      'FormSection',
      'LinesDefinition',
      'ActionDefinition',
      'ActionOptions',
      'ActionCall',
      'Hooks',
      'HookContext',
      'Rows',
      'RealmAccess',
      'DashboardCard',
    ],
  },
  { title: 'Options of every field', files: ['src/resource/field.ts'], interfaces: ['FieldOptions'] },
  { title: 'A kind of field of your own', files: ['src/resource/field.ts'], interfaces: ['FieldKind'] },
  { title: 'trait(definition)', files: ['src/resource/traits/trait.ts'], interfaces: ['TraitDefinition', 'TraitView'] },
  {
    title: 'settings(name, fields).group(definition)',
    files: ['src/resource/settings.ts'],
    interfaces: ['SettingsDefinition'],
  },
  {
    title: 'definePlugin(plugin)',
    files: ['index', 'host', 'routes', 'jobs', 'events', 'output', 'storage', 'commands'].map(
      (name) => `src/plugin/${name}.ts`,
    ),
    interfaces: [
      'ServerPlugin',
      'PluginRoute',
      'RouteBody',
      'RateLimit',
      'RouteFailure',
      'PluginRequest',
      'StreamEvent',
      'FileOptions',
      'FileSource',
      'SignedUrlOptions',
      'ContentSources',
      'MenuEntry',
      'PluginCard',
      'PluginStep',
      'PluginRealm',
      'JobDefinition',
      'JobRun',
      'PluginCommand',
      'CommandParam',
      'PluginHost',
      'PluginEvents',
      'OutputLogs',
      'OutputOptions',
      'OutputWriter',
      'OutputHead',
      'Storage',
      'PutOptions',
      'Command',
    ],
  },
  { title: 'definePlugin(plugin) in web.tsx', files: ['src/web/plugins/definePlugin.ts'], interfaces: ['WebPlugin'] },
];

/** Every option that a resource file or a plugin can give, from the types that check them. */
export function optionsReference(root: string): string {
  const sections = parts.map(({ title, files, interfaces }) => {
    const known = new Map(files.flatMap((file) => [...describedIn(root, file)]));
    return [
      `## \`${title}\``.replace(/`(Options|A kind)([^`]*)`/, '$1$2'),
      ...interfaces.map((name) => sectionOf(known, files, name, interfaces.length > 1)),
    ].join('\n\n');
  });
  return [
    '# Options',
    'Every option of a resource file and of a plugin, made from their types by `npm run docs`. Misspelt ones ' +
      'are compile errors. The [README](../README.md) shows them at work.',
    ...sections.slice(0, 3),
    `## Fields\n\nEach takes the options of every field besides its own.`,
    ...Object.keys(f).map((name) => fieldSection(root, name)),
    ...sections.slice(3),
    '',
  ].join('\n\n');
}

function sectionOf(
  known: ReadonlyMap<string, Described>,
  files: readonly string[],
  name: string,
  isTitled: boolean,
): string {
  const described = known.get(name);
  if (!described) throw new Error(`${files.join(', ')}: there is no interface ${name}.`);
  return [
    ...(isTitled ? [`### ${name}`] : []),
    ...(described.text ? [described.text] : []),
    tableOf(described.options),
  ].join('\n\n');
}

function fieldSection(root: string, name: string): string {
  const file = `src/resource/fields/${name}.ts`;
  if (!existsSync(join(root, file))) throw new Error(`f.${name} has no file of its own.`);
  const known = [...describedIn(root, file).values()];
  // `enum` is no name that a constant can have.
  const kind = known.find((each) => each.name === (name === 'enum' ? 'enumeration' : name));
  const options = known.filter((each) => each.name.endsWith('Options')).flatMap((each) => each.options);
  return [
    `### \`f.${name}\``,
    ...(kind?.text ? [kind.text] : []),
    ...(options.length > 0 ? [tableOf(options)] : []),
  ].join('\n\n');
}

function tableOf(options: readonly Option[]): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
  return [
    '| Option | Type | |',
    '|---|---|---|',
    ...options.map(({ name, type, text }) => `| \`${name}\` | \`${cell(type)}\` | ${cell(text)} |`),
  ].join('\n');
}

/** The interfaces of a file and its exported constants, with what their comments say. */
function describedIn(root: string, file: string): ReadonlyMap<string, Described> {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const found = source.statements.flatMap((statement): Described[] => {
    if (ts.isInterfaceDeclaration(statement))
      return [{ name: statement.name.text, text: commentOf(statement), options: statement.members.flatMap(optionOf) }];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.map((each) => ({
      name: each.name.getText(),
      text: commentOf(statement),
      options: [],
    }));
  });
  return new Map(found.map((each) => [each.name, each]));
}

function optionOf(member: ts.TypeElement): Option[] {
  if (!member.name || !(ts.isPropertySignature(member) || ts.isMethodSignature(member))) return [];
  const name = `${member.name.getText()}${member.questionToken ? '' : ' *'}`;
  const type = ts.isMethodSignature(member)
    ? `(${member.parameters.map((each) => each.getText()).join(', ')}) => ${member.type?.getText() ?? 'void'}`
    : (member.type?.getText() ?? 'unknown');
  return [
    { name: name.replace(' *', ''), type, text: `${member.questionToken ? '' : '**Required.** '}${commentOf(member)}` },
  ];
}

const commentOf = (node: ts.Node): string =>
  ts
    .getJSDocCommentsAndTags(node)
    .map((each) => (typeof each.comment === 'string' ? each.comment : ''))
    .join(' ')
    .trim();
