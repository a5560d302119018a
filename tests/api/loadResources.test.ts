import { expect, it } from 'vitest';
import { loadResources } from '../../src/server/loading/loadResources.ts';
import { withoutPlugins } from '../../src/server/loading/withoutPlugins.ts';
import { sharedProjects } from '../support/sharedProject.ts';

const project = sharedProjects();
const head = "import { f, table } from '#resource'\n";
const good = `${head}const shelf = table('shelf', { name: f.text() })\nexport default shelf.resource()\n`;

it('loads resources and plugins from the disk', async () => {
  const plugin =
    "import { definePlugin } from '#plugin'\nimport { f, table } from '#resource'\nexport default definePlugin({ name: 'p', resources: [table('note', { text: f.text() }).resource()] })\n";
  const { models, plugins, faults } = await loadResources(
    project({ 'resources/shelf.ts': good, 'plugins/p/server.ts': plugin }),
  );
  expect(faults).toEqual([]);
  expect(models.map(({ name }) => name)).toEqual(['note', 'shelf']);
  expect(plugins.map(({ name }) => name)).toEqual(['p']);
});

it('takes a list of tables that share a file', async () => {
  const two = good.replace(
    'export default shelf.resource()',
    "export default [shelf.resource(), table('board', { name: f.text() }).resource()]",
  );
  const { models, faults } = await loadResources(project({ 'resources/shelf.ts': two }));
  expect([models.map(({ name }) => name), faults]).toEqual([['shelf', 'board'], []]);
});

it('knows a plugin that has only a browser half by its folder, and its package', async () => {
  const { plugins, faults, folders } = await loadResources(
    project({
      // Never run here: a browser is what it is for.
      'plugins/banner/web.tsx': 'throw document;',
      'plugins/clock/web.tsx': '',
      'plugins/clock/package.json': '{ "type": "module", "version": "1.2.0", "description": "Shows the time." }',
      'plugins/clock/server/notes.txt': '',
      'plugins/empty/README.md': '',
      'plugins/2nd/web.tsx': '',
    }),
  );
  expect(plugins).toEqual([{ name: 'banner' }, { name: 'clock', version: '1.2.0', description: 'Shows the time.' }]);
  expect(folders?.get('clock')).toBe('clock');
  expect(faults).toEqual([expect.stringMatching(/^plugins\/2nd\/web\.tsx: name: "2nd" must be a word/)]);
});

it('names the file of a plugin that the fault stands in', async () => {
  const { faults } = await loadResources(
    project({
      'resources/shelf.ts': good,
      'plugins/p/server.ts':
        "import { definePlugin } from '#plugin'\nimport { deeper } from './tables.ts'\n// Adds to \"shelf\".\nexport default definePlugin({ name: 'p', extensions: [deeper] })\n",
      'plugins/p/tables.ts':
        "import { extend, f } from '#resource'\n\nexport const deeper = extend('shelff', { depth: f.int() }).with({})\n",
    }),
  );
  expect(faults).toEqual([expect.stringMatching(/^plugins\/p\/tables\.ts:3: extend\('shelff'\): .*"shelf"/)]);
});

it('names the file of a table that is missing because its file cannot be used, and no other table then', async () => {
  const refers = (to: string): string =>
    `${head}const visit = table('visit', { patient_id: f.belongsTo('${to}') })\nexport default visit.resource()\n`;
  const broken = `${head}const patient = table('patient', { name: f.tex() })\nexport default patient.resource()\n`;
  const faultsOf = async (to: string) =>
    (await loadResources(project({ 'resources/patient.ts': broken, 'resources/visit.ts': refers(to) }))).faults;
  expect((await faultsOf('patient')).toSorted()).toEqual([
    expect.stringMatching(/^resources\/patient\.ts:2: .*f\.tex/),
    'resources/visit.ts:2: Field "patient_id": there is no table "patient". It is declared in resources/patient.ts, which cannot be used.',
  ]);
  expect((await faultsOf('patients'))[1]).toMatch(
    /^resources\/visit\.ts:2: .*there is no table "patients"\. (?!It is declared)/,
  );
});

it('names every mistake of a table at once, each with its line', async () => {
  const fields = '  colour: f.enum({}),\n  size: f.int({ min: 3, max: 2 }),\n  ownerId: f.text(),\n';
  const wrongFields = `${head}const shelf = table('shelf', {\n${fields}})\nexport default shelf.resource({\n  label: '',\n  lists: {},\n})\n`;
  const wrongNames = `${head}const board = table('board', {\n  name: f.text(),\n  a_id: f.belongsTo('nowhere'),\n  b_id: f.belongsTo('elsewhere'),\n})\nexport default board.resource()\n`;
  const wrongOptions = `${head}const plank = table('plank', { name: f.text() })\nexport default plank.resource({\n  title: 'nome',\n  list: {\n    columns: ['nam'],\n    sort: '-nme',\n    pageSize: 7,\n  },\n  form: { layout: ['neme'] },\n})\n`;
  const { models, faults } = await loadResources(
    project({ 'resources/a.ts': wrongFields, 'resources/b.ts': wrongNames, 'resources/c.ts': wrongOptions }),
  );
  expect(models).toEqual([]);
  const told = [
    /^resources\/a\.ts:3: Field "colour": /,
    /^resources\/a\.ts:4: Field "size": min \(3\)/,
    /^resources\/a\.ts:5: Field "ownerId": .*"owner_id"/,
    /^resources\/a\.ts:8: label must be/,
    /^resources\/a\.ts:9: There is no "lists" in a resource/,
    /^resources\/b\.ts:4: Field "a_id": there is no table "nowhere"/,
    /^resources\/b\.ts:5: Field "b_id": there is no table "elsewhere"/,
    /^resources\/c\.ts:10: form\.layout: there is no field "neme"/,
    /^resources\/c\.ts:4: title: there is no field "nome"/,
    /^resources\/c\.ts:6: list\.columns: there is no field "nam"/,
    /^resources\/c\.ts:7: list\.sort: there is no field "nme"/,
    /^resources\/c\.ts:8: list\.pageSize: 7/,
  ];
  expect(faults.toSorted()).toEqual(told.map((each) => expect.stringMatching(each)));
});

it('tells of tables that require one another that no first row can be, with both files, and of one that requires itself', async () => {
  const needing = (name: string, to: string, options = 'required: true'): string =>
    `${head}const own = table('${name}', {\n  ${to}_id: f.belongsTo('${to}', { ${options} }),\n})\nexport default own.resource()\n`;
  const told = async (files: Readonly<Record<string, string>>) => {
    const { models, faults } = await loadResources(project(files));
    // Rows of a time when the fields were not required may be there.
    expect(models).toHaveLength(Object.keys(files).length);
    return faults;
  };
  const house = needing('house', 'owner');
  expect(await told({ 'resources/house.ts': house, 'resources/owner.ts': needing('owner', 'house') })).toEqual([
    expect.stringMatching(
      /^resources\/house\.ts:3: Field "owner_id": no first row .*"house\.owner_id" \(resources\/house\.ts\), "owner\.house_id" \(resources\/owner\.ts\)/,
    ),
  ]);
  const three = { 'resources/pet.ts': needing('pet', 'house'), 'resources/house.ts': house };
  expect(await told({ ...three, 'resources/owner.ts': needing('owner', 'pet') })).toHaveLength(1);
  expect(await told({ 'resources/man.ts': needing('man', 'man') })).toEqual([
    expect.stringMatching(/^resources\/man\.ts:3: Field "man_id": no first row .* same table\. Leave out required\.$/),
  ]);
  for (const options of ['', 'required: true, default: 1', "required: true, when: { name: 'x' }"]) {
    const other = needing('owner', 'house', options).replace("('owner', {", "('owner', { name: f.text(),");
    expect(await told({ 'resources/house.ts': house, 'resources/owner.ts': other })).toEqual([]);
  }
  // One that needs a circle, yet is no part of it, is not named.
  const outer = { 'resources/man.ts': needing('man', 'man'), 'resources/child.ts': needing('child', 'man') };
  expect(await told(outer)).toEqual([expect.stringMatching(/^resources\/man\.ts/)]);
});

it('refuses an action whose node a plugin has already', async () => {
  const plugin =
    "import { definePlugin } from '#plugin'\nexport default definePlugin({ name: 'p', menu: [{ path: 'shelf', label: 'S', buttons: { sweep: 'Sweep' } }] })\n";
  const { models, faults } = await loadResources(
    project({
      'plugins/p/server.ts': plugin,
      'resources/shelf.ts': good.replace(
        '.resource()',
        ".resource({\n  actions: {\n    sweep: { label: 'S', handler() {} },\n  },\n})",
      ),
    }),
  );
  expect(models).toEqual([]);
  expect(faults).toEqual([expect.stringMatching(/^resources\/shelf\.ts:5: actions\.sweep: .*"shelf\/sweep"/)]);
});

it.each<[string, string, RegExp]>([
  [
    'a misspelt option',
    `${head}export default table('a', {\n  title: f.text({ requird: true }),\n}).resource()\n`,
    /^resources\/bad\.ts:3: .*"requird".*"required"/,
  ],
  [
    'a relation to no table',
    `${head}export default table('a', {\n  title: f.text(),\n  shelf_id: f.belongsTo('shelv'),\n}).resource()\n`,
    /^resources\/bad\.ts:4: .*"shelv".*"shelf"/,
  ],
  [
    'an unknown key',
    `${head}export default table('a', { title: f.text() }).resource({\n  lst: {},\n})\n`,
    /^resources\/bad\.ts:3: .*"lst".*"list"/,
  ],
  [
    'no default export',
    `${head}export const a = table('a', { title: f.text() })\n`,
    /^resources\/bad\.ts: .*export default/,
  ],
  [
    'a resource that is not in the default export',
    `${head}const a = table('a', { title: f.text() }).resource()\nexport const b = table('b', { title: f.text() }).resource()\nexport default a\n`,
    /^resources\/bad\.ts: "b" is a resource; put it into the default export/,
  ],
  ['a list of none', `${head}export default []\n`, /^resources\/bad\.ts: .*export default/],
  [
    'a list with something else',
    `${head}export default [table('a', { title: f.text() })]\n`,
    /^resources\/bad\.ts: one of its resources is none/,
  ],
  [
    'a kind of field that does not exist',
    `${head}export default table('a', {\n  cover: f.imag(),\n}).resource()\n`,
    /^resources\/bad\.ts:3: .*f\.imag.*"image"/,
  ],
  ['an error while it runs', `${head}throw new Error('no luck today')\n`, /^resources\/bad\.ts:2: no luck today/],
  ['a syntax error', `${head}export default table('a', {{\n`, /^resources\/bad\.ts(?::\d+)?: /],
  ['an import that is not there', "import x from './nowhere.ts'\nexport default x\n", /^resources\/bad\.ts.*nowhere/],
  [
    'a path that no menu takes',
    `${head}export default table('a', { title: f.text() }).resource({\n  label: 'A',\n  path: 'x/constructor',\n})\n`,
    /^resources\/bad\.ts:4: path: "x\/constructor" cannot have "constructor"/,
  ],
  [
    'the path of a page that is always there',
    `${head}export default table('a', { title: f.text() }).resource({\n  path: 'routine/config',\n})\n`,
    /^resources\/bad\.ts:3: path: "routine\/config"/,
  ],
  [
    'an action of a name that is taken',
    `${head}export default table('a', { title: f.text() }).resource({\n  label: 'A',\n  actions: {\n    edit: { label: 'E', handler() {} },\n  },\n})\n`,
    /^resources\/bad\.ts:5: actions\.edit: there is an action "edit"/,
  ],
  [
    'an unknown option in the form of an action',
    `${head}export default table('a', { title: f.text() }).resource({\n  actions: {\n    go: {\n      label: 'E',\n      form: { note: f.text({ requird: true }) },\n      handler() {},\n    },\n  },\n})\n`,
    /^resources\/bad\.ts:6: actions\.go\.form: Field "note".*"requird"/,
  ],
  [
    'a trait whose column is there already',
    `${head}const kept = { name: 'kept', label: 'Kept', fields: { kept_at: f.datetime() } }\nexport default table('a', {\n  kept_at: f.int(),\n}).resource({ traits: { kept } })\n`,
    /^resources\/bad\.ts:(?:2|4): Field "kept_at": the trait "kept" brings it/,
  ],
  [
    'a path that is the directory of another',
    `${head}export default table('a', { title: f.text() }).resource({\n  path: 'goods',\n})\n`,
    /^resources\/bad\.ts:3: path: "goods" is the directory of "goods\/crate"/,
  ],
  [
    'a blank label',
    `${head}export default table('a', { title: f.text({ label: 'T' }) }).resource({\n  path: 'x/a',\n  label: '',\n})\n`,
    /^resources\/bad\.ts:4: label must be a text that is not blank, .* not ""\.$/,
  ],
  [
    'a label in one language',
    `${head}export default table('a', {\n  title: f.text({\n    help: { en: 'T' },\n  }),\n}).resource()\n`,
    /^resources\/bad\.ts:4: Field "title": help must be .*'zh-cn'/,
  ],
  [
    'an icon that is none',
    `${head}export default table('a', { title: f.text() }).resource({\n  path: 'x/a',\n  menu: {\n    directory: { label: 'X', icon: 'fa">' },\n  },\n})\n`,
    /^resources\/bad\.ts:5: menu\.directory\.icon must be the class of an icon/,
  ],
  [
    'a path that it has moved from itself',
    `${head}export default table('a', { title: f.text() }).resource({\n  path: 'x/a',\n  movedFrom: 'x/a',\n})\n`,
    /^resources\/bad\.ts:\d: movedFrom: "x\/a" is where the table is/,
  ],
  [
    'the name of another table',
    `${head}export default table('shelf', { title: f.text() }).resource({ path: 'x' })\n`,
    /two tables "shelf"/,
  ],
])('names file, line and cure of %s, and loads the others', async (_what, bad, message) => {
  const crate = `${head}export default table('crate', { name: f.text() }).resource({ path: 'goods/crate' })\n`;
  const { models, faults } = await loadResources(
    project({ 'resources/bad.ts': bad, 'resources/crate.ts': crate, 'resources/shelf.ts': good }),
  );
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(message);
  expect(models.map(({ name }) => name)).toContain('shelf');
});

it.each<[string, string, RegExp]>([
  [
    'an icon that is none',
    "menu: [{ path: 'p/x', label: 'X', icon: '\">' }]",
    /^plugins\/p\/server\.ts:3: menu: icon must be/,
  ],
  ['a blank label', "menu: [{ path: 'p/x', label: ' ' }]", /^plugins\/p\/server\.ts:3: menu: label must be/],
  [
    'a path that no menu takes',
    "menu: [{ path: 'p/constructor', label: 'X' }]",
    /^plugins\/p\/server\.ts:3: menu: path/,
  ],
  ['a menu that is no list', 'menu: 5', /^plugins\/p\/server\.ts:3: menu must be a list, not 5\./],
  ['a resource that is none', 'resources: [5]', /^plugins\/p\/server\.ts(?::\d)?: one of its resources is none/],
])('names what is wrong in a plugin: %s', async (_what, part, message) => {
  const plugin = `import { definePlugin } from '#plugin'\nexport default definePlugin({ name: 'p',\n  ${part},\n})\n`;
  const { models, faults } = await loadResources(
    project({ 'plugins/p/server.ts': plugin, 'resources/shelf.ts': good }),
  );
  expect(faults).toEqual([expect.stringMatching(message)]);
  expect(models.map(({ name }) => name)).toEqual(['shelf']);
});

it('names a plugin whose name another has, or that can be none, and the others load', async () => {
  const named = (name: string): string => `export default {\n  name: '${name}',\n};\n`;
  const { plugins, faults } = await loadResources(
    project({
      'plugins/a/server.ts': named('post'),
      'plugins/b/server.ts': named('Post'),
      'plugins/c/server.ts': named('../post'),
      'plugins/d/server.ts': named('server'),
      'plugins/e/server.ts': named('mail'),
    }),
  );
  expect(plugins.map(({ name }) => name)).toEqual(['post', 'mail']);
  expect(faults).toEqual([
    'plugins/b/server.ts:2: name: "Post" is the plugin in plugins/a/server.ts already; choose another.',
    expect.stringMatching(/^plugins\/c\/server\.ts:2: name: "\.\.\/post" must be a word of letters/),
    expect.stringMatching(/^plugins\/d\/server\.ts:2: name: "server" must be .* not "server"/),
  ]);
});

it('leaves out, with its reason, what refers to a table that could not be loaded', async () => {
  const files = {
    'resources/a.ts': `${head}export default table('a', { titel: f.text({ mx: 1 }) }).resource()\n`,
    'resources/b.ts': `${head}export default table('b', { a_id: f.belongsTo('a') }).resource()\n`,
    'resources/c.ts': `${head}export default table('c', { b_id: f.belongsTo('b') }).resource()\n`,
    'resources/shelf.ts': good,
  };
  const { models, faults } = await loadResources(project(files));
  expect(models.map(({ name }) => name)).toEqual(['shelf']);
  expect(faults.map((fault) => fault.slice(0, 14))).toEqual(['resources/a.ts', 'resources/b.ts', 'resources/c.ts']);
});

const starsFile = `import { accept, fieldKind, operatorsFor } from '#resource';
export const stars = fieldKind<number>({
  kind: 'stars', column: () => ({ type: 'integer' }), operators: operatorsFor.number, parse: (input) => accept(Number(input)),
});
`;
const pluginFile = (name: string, fields: string): string =>
  `import { definePlugin } from '#plugin';
import { table } from '#resource';
import { stars } from './stars.ts';
export default definePlugin({ name: '${name}', ${fields} resources: [table('${name}', { stars: stars() }).resource()] });
`;

it('takes the same kind into every application of a process', async () => {
  const files = { 'plugins/p/stars.ts': starsFile, 'plugins/p/server.ts': pluginFile('p', 'fields: [stars.kind],') };
  const folder = project(files);
  for (const loaded of [
    await loadResources(folder),
    await loadResources(folder),
    await loadResources(project(files)),
  ]) {
    expect(loaded.faults).toEqual([]);
    expect(loaded.models.map(({ name }) => name)).toEqual(['p']);
  }
});

it('names a kind that two plugins bring under one name, and one that no plugin brings', async () => {
  const { models, faults } = await loadResources(
    project({
      'plugins/a/stars.ts': starsFile,
      'plugins/a/server.ts': pluginFile('a', 'fields: [stars.kind],'),
      'plugins/b/stars.ts': starsFile,
      'plugins/b/server.ts': pluginFile('b', 'fields: [stars.kind],'),
    }),
  );
  expect(models.map(({ name }) => name)).toEqual(['a']);
  expect(faults).toEqual([
    'plugins/b/server.ts:3: The field kind "stars" exists already; choose another name.',
    expect.stringMatching(/^plugins\/b\/server\.ts.*Field "stars": no plugin brings its kind "stars"/) as string,
  ]);
  const alone = await loadResources(
    project({ 'plugins/c/stars.ts': starsFile, 'plugins/c/server.ts': pluginFile('c', '') }),
  );
  expect(alone.models).toEqual([]);
  expect(alone.faults).toHaveLength(1);
});

it('names the plugin and line of an extension that cannot be, and keeps the table without it', async () => {
  const plugin = (name: string, parts: string, more = ''): string =>
    `import { definePlugin } from '#plugin'\nimport { extend, f, table } from '#resource'\n${more}export default definePlugin({\n  name: '${name}',\n  ${parts},\n})\n`;
  const added = "extensions: [\n    extend('shelf', { depth: f.int() }).with(),\n  ]";
  const { models, faults } = await loadResources(
    project({
      'resources/shelf.ts': good,
      'plugins/a/server.ts': plugin('a', added),
      'plugins/b/server.ts': plugin('b', added),
      'plugins/c/server.ts': plugin('c', added.replace("'shelf'", "'shelv'")),
      'plugins/d/server.ts': plugin('d', added.replace('depth: f.int()', "room_id: f.belongsTo('rooom')")),
      // Its own table cannot be, so nothing may refer to it.
      'plugins/e/server.ts': plugin(
        'e',
        "resources: [table('hall', { wall_id: f.belongsTo('nowhere') }).resource()],\n  extensions: [extend('shelf', { hall_id: f.belongsTo('hall') }).with()]",
      ),
    }),
  );
  expect(models.map(({ name }) => name)).toEqual(['shelf']);
  expect([...models[0]!.fields.keys()].filter((name) => /depth|_id/.test(name))).toEqual(['depth']);
  expect(faults.toSorted()).toEqual([
    expect.stringMatching(
      /^plugins\/b\/server\.ts:\d+: extend\('shelf'\): Field "depth": the table has one of this name, from the plugin a; choose another\.$/,
    ),
    expect.stringMatching(
      /^plugins\/c\/server\.ts:6: extend\('shelv'\): there is no table "shelv"\. Did you mean "shelf"\?$/,
    ),
    expect.stringMatching(/^plugins\/d\/server\.ts:6: extend\('shelf'\): .*"rooom"/),
    expect.stringMatching(/^plugins\/e\/server\.ts:\d+: .*"nowhere"/),
    expect.stringMatching(/^plugins\/e\/server\.ts:\d+: .*"hall"/),
  ]);
});

it('leaves out what a plugin that is switched off adds to tables of others, and who uses its services', async () => {
  const plugin = (text: string): string =>
    `import { definePlugin } from '#plugin'\nimport { extend, f } from '#resource'\nexport default definePlugin({ ${text} })\n`;
  const loaded = await loadResources(
    project({
      'resources/shelf.ts': good,
      'plugins/signs/server.ts': plugin(
        "name: 'signs', provides: { signs: () => ({}) }, extensions: [extend('shelf', { sign: f.text() }).with({})]",
      ),
      'plugins/paint/server.ts': plugin("name: 'paint', uses: ['signs']"),
    }),
  );
  expect(loaded.faults).toEqual([]);
  expect([...loaded.models[0]!.fields.keys()]).toContain('sign');
  const { models, plugins, faults } = withoutPlugins(loaded, new Set(['signs']));
  expect([...models[0]!.fields.keys()]).not.toContain('sign');
  expect(plugins).toEqual([]);
  expect(faults).toEqual(['plugins/paint: uses the service "signs", whose plugin is switched off.']);
});

const offering = `import { definePlugin } from '#plugin'
import { extend, f } from '#resource'
const owned = (table) => extend(table, { owner: f.text({ max: 9 }) }).with({ rows: { read: () => false } })
export default definePlugin({ name: 'p', traits: { owned } })
`;
const asking = good.replace('shelf.resource()', 'shelf.resource({ traits: { owned: true, history: true } })');

it('gives a table the trait of a plugin that it asks for, and leaves it out without the plugin', async () => {
  const loaded = await loadResources(project({ 'resources/shelf.ts': asking, 'plugins/p/server.ts': offering }));
  expect(loaded.faults).toEqual([]);
  const [shelf] = loaded.models;
  expect([...shelf!.fields.keys()]).toContain('owner');
  expect([...shelf!.traits.keys()]).toEqual(['history']);
  expect(shelf!.extensions.map(({ plugin }) => plugin)).toEqual(['p']);

  const off = withoutPlugins(loaded, new Set(['p']));
  expect(off.models).toEqual([]);
  expect(off.faults).toEqual(['resources/shelf.ts: traits.owned needs the plugin "p", which is switched off.']);
});

it('names a trait that nobody offers, that contradicts the table, or that two offer', async () => {
  const missing = await loadResources(project({ 'resources/shelf.ts': asking }));
  expect(missing.models).toEqual([]);
  expect(missing.faults).toEqual([
    expect.stringMatching(
      /^resources\/shelf\.ts.*: traits: there is no "owned"; is the plugin missing that brings it\?/,
    ),
  ]);

  const doubled = asking.replace('name: f.text()', 'name: f.text(), owner: f.int()');
  const clash = await loadResources(project({ 'resources/shelf.ts': doubled, 'plugins/p/server.ts': offering }));
  expect(clash.models).toEqual([]);
  expect(clash.faults).toEqual([expect.stringMatching(/^resources\/shelf\.ts.*Field "owner": the table has one/)]);

  const twice = await loadResources(
    project({
      'plugins/p/server.ts': offering,
      'plugins/q/server.ts': offering.replace("name: 'p'", "name: 'q'"),
      'plugins/r/server.ts': offering.replace("name: 'p'", "name: 'r'").replace('{ owned }', '{ tree: owned }'),
    }),
  );
  expect(twice.faults).toEqual([
    expect.stringContaining('traits.owned: p has a trait of this name; choose another.'),
    expect.stringContaining('traits.tree: the product has a trait of this name; choose another.'),
  ]);
});
