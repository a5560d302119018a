import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A file and what it must not import. */
const walls = [
  ['src/resource/a.ts', '../server/config.ts'],
  ['src/resource/fields/b.ts', '../../server/config.ts'],
  ['src/resource/c.ts', '../web/main.tsx'],
  ['src/resource/d.ts', '#plugin'],
  ['src/resource/e.ts', 'react'],
  ['src/resource/f.ts', 'kysely'],
  ['src/resource/g.ts', 'node:fs'],
  ['src/resource/h.ts', 'fastify'],
  ['src/plugin/a.ts', '../server/app.ts'],
  ['src/plugin/deeper/b.ts', '../../server/host/host.ts'],
  ['src/plugin/c.ts', '../web/main.tsx'],
  ['src/plugin/d.ts', '../../plugins/chat/server.ts'],
  ['src/plugin/e.ts', 'node:fs'],
  ['src/plugin/f.ts', 'fastify'],
  ['src/plugin/g.ts', '#plugin'],
  ['resources/a.ts', '../src/resource/table.ts'],
  ['resources/b.ts', '../src/server/config.ts'],
  ['resources/c.ts', '../plugins/chat/server.ts'],
  ['resources/d.ts', '#web'],
  ['resources/e.ts', 'kysely'],
  ['plugins/chat/server.ts', '../../src/server/config.ts'],
  ['plugins/chat/server/b.ts', '../../../src/server/config.ts'],
  ['plugins/chat/server/c.ts', '../web.tsx'],
  ['plugins/chat/server/d.ts', 'fastify'],
  ['plugins/chat/shared.ts', '../../src/server/config.ts'],
  ['plugins/chat/parts/a.tsx', '../../../resources/article.ts'],
  ['plugins/chat/tests/a.ts', '../../../src/server/app.ts'],
  ['plugins/chat/web.tsx', './server.ts'],
  ['plugins/chat/web/b.tsx', '../server.ts'],
  ['plugins/chat/web/c.tsx', '../../../src/server/config.ts'],
  ['plugins/chat/web/d.tsx', '../../../resources/article.ts'],
  ['src/web/a.ts', '../server/config.ts'],
  ['src/web/table/b.tsx', '../../server/table/gate.ts'],
  ['src/web/c.ts', '../../resources/article.ts'],
  ['src/web/d.ts', '../../plugins/chat/server.ts'],
  ['src/web/e.ts', 'node:fs'],
  ['src/server/a.ts', '../web/http/http.ts'],
  ['src/server/b.ts', '../../resources/article.ts'],
  ['src/server/c.ts', '#web'],
  ['src/server/d.ts', 'react'],
  ['src/server/d.ts', '../../plugins/chat/server.ts'],
  ['src/server/table/e.ts', '../../../resources/article.ts'],
  ['src/server/table/f.ts', '../admin/groups.ts'],
  ['src/server/table/g.ts', '../session/tokens.ts'],
  ['src/server/database/h.ts', '../table/gate.ts'],
] as const;

const allowed = [
  ['src/resource/ok.ts', './table.ts'],
  ['src/plugin/ok.ts', './host.ts'],
  ['src/plugin/ok2.ts', '#resource'],
  ['resources/ok.ts', '#resource'],
  ['plugins/chat/server/ok.ts', '#plugin'],
  ['plugins/chat/server/ok2.ts', 'node:child_process'],
  ['plugins/chat/server/ok3.ts', 'fflate'],
  ['plugins/chat/tests/ok.ts', '../server.ts'],
  ['plugins/chat/web/ok.tsx', '#web'],
  ['src/web/ok.ts', '#resource'],
  ['src/server/ok.ts', './table/gate.ts'],
  ['src/server/table/ok.ts', '../database/database.ts'],
] as const;

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'walls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const files = new Map<string, string>();
const name = (file: string, target: string): string => {
  const place = file.replace(/(\.tsx?)$/, `-${target.replaceAll(/\W+/g, '-')}$1`);
  // Names that the rules speak of stay as they are.
  return /\/(server|web)\.tsx?$/.test(file) ? file : place;
};

interface Finding {
  readonly code: string;
  readonly filename: string;
}
let findings: readonly Finding[];
const rulesAt = (file: string): string[] =>
  findings.filter(({ filename }) => filename === file).map(({ code }) => code);

beforeAll(() => {
  for (const [file, target] of [...walls, ...allowed])
    files.set(name(file, target), `${files.get(name(file, target)) ?? ''}export * from '${target}';\n`);
  for (const [file, text] of files) write(file, text);
  write('src/plugin/node.ts', `import type { Readable } from 'node:stream';\nexport type Body = Readable;\n`);
  write('src/plugin/server.ts', `import type { App } from '../server/app.ts';\nexport type Application = App;\n`);
  write('src/server/circle/a.ts', `import { b } from './b.ts';\nexport const a = (): unknown => b;\n`);
  write('src/server/circle/b.ts', `import { a } from './a.ts';\nexport const b = (): unknown => a;\n`);
  write('src/server/circle/e.ts', `import type { F } from './f.ts';\nexport type E = F;\n`);
  write('src/server/circle/f.ts', `import type { E } from './e.ts';\nexport type F = E;\n`);
  write('src/web/circle/c.ts', `import type { D } from './d.ts';\nexport type C = D;\n`);
  write('src/web/circle/d.ts', `import type { C } from './c.ts';\nexport type D = C;\n`);
  const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as { options: object };
  // Import rules need no types, and the fixtures have no tsconfig.
  write('.oxlintrc.json', JSON.stringify({ ...config, options: {} }));
  findings = lint();
});

function lint(): readonly Finding[] {
  try {
    execFileSync(join(root, 'node_modules/.bin/oxlint'), ['--format', 'json'], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    return (JSON.parse((error as { stdout: string }).stdout) as { diagnostics: Finding[] }).diagnostics;
  }
  return [];
}

it.each(walls)('%s may not import %s', (file, target) => {
  expect(rulesAt(name(file, target))).toContain('eslint(no-restricted-imports)');
});

it.each(allowed)('%s may import %s', (file, target) => {
  expect(rulesAt(name(file, target))).not.toContain('eslint(no-restricted-imports)');
});

it('src/plugin takes types of Node, and none of the server', () => {
  expect(rulesAt('src/plugin/node.ts')).toEqual([]);
  expect(rulesAt('src/plugin/server.ts')).toContain('eslint(no-restricted-imports)');
});

it('refuses circles, also of types', () => {
  expect(rulesAt('src/server/circle/a.ts')).toContain('import(no-cycle)');
  expect(rulesAt('src/server/circle/e.ts')).toContain('import(no-cycle)');
  expect(rulesAt('src/web/circle/c.ts')).toContain('import(no-cycle)');
});

/** Which folders of this one import which, types included. */
function importsBetweenFolders(area: string): Map<string, Set<string>> {
  const top = join(root, area);
  const folders = new Map<string, Set<string>>();
  for (const file of readdirSync(top, { recursive: true, encoding: 'utf8' }).filter((each) => /\.tsx?$/.test(each))) {
    const from = folderOf(file);
    const found = folders.get(from) ?? new Set();
    for (const [, target] of readFileSync(join(top, file), 'utf8').matchAll(/(?:from|import) ?\(?'(\.[^']+\.tsx?)'/g)) {
      const to = folderOf(join(dirname(file), target!));
      if (to !== from) found.add(to);
    }
    folders.set(from, found);
  }
  return folders;
}

const folderOf = (file: string): string => (file.includes('/') ? file.split('/')[0]! : 'main');

/** What is left when folders that import none of the others have been taken away, again and again. */
function circleIn(folders: Map<string, Set<string>>): string[] {
  const left = new Map(folders);
  const isFree = ([, imported]: [string, Set<string>]): boolean => ![...imported].some((each) => left.has(each));
  for (let free = [...left].filter(isFree); free.length > 0; free = [...left].filter(isFree))
    for (const [folder] of free) left.delete(folder);
  return [...left.keys()];
}

it.each([
  { area: 'src/web', above: 'table', below: 'fields' },
  { area: 'src/server', above: 'access', below: 'table' },
])('has folders in $area that never import each other', ({ area, above, below }) => {
  const folders = importsBetweenFolders(area);
  expect(folders.size).toBeGreaterThan(10);
  expect([...folders.get(above)!]).toContain(below);
  expect(circleIn(folders)).toEqual([]);
  expect(circleIn(new Map(folders).set(below, new Set([above])))).toContain(above);
});
