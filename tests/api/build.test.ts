import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCurrent as isCurrentIn } from '../../tools/build/sources.ts';
import { copyProject } from '../support/copyProject.ts';
import { temporaryFolder } from '../support/databases.ts';
import { runProgram, type Program } from '../support/program.ts';

const folder = temporaryFolder();
let project = '';
/** What the terminal is told, with the memory of the process that asked for the build, in megabytes. */
const build = (): string =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      "const { buildWeb } = await import('./tools/buildWeb.ts'); await buildWeb(); console.log(Math.round(process.memoryUsage.rss() / 2 ** 20));",
    ],
    { cwd: project, encoding: 'utf8', env: { ...process.env, LC_ALL: 'en' } },
  );
const isCurrent = (): boolean => isCurrentIn(project);

/**
 * A small application in place of ours, which takes ten times as long to build: `npm test` builds ours too, for the journeys. What
 * leaves parts of libraries out (`lean.ts`) refuses to build what does not use those libraries.
 */
const makeSmall = (): void => {
  const edit = (name: string, change: (text: string) => string): void =>
    writeFileSync(join(project, name), change(readFileSync(join(project, name), 'utf8')));
  edit('vite.config.ts', (text) => text.replace(' lean(),', ''));
  const lines = [
    "import './shell.css';",
    "import { createRoot } from 'react-dom/client';",
    "import { textOf } from '#resource';",
    "import { loadPlugins } from './plugins/loadPlugins.ts';",
    'void loadPlugins();',
    "createRoot(document.getElementById('root')!).render(<b>{textOf('Small', 'en')}</b>);",
  ];
  edit('src/web/main.tsx', () => `${lines.join('\n')}\n`);
  // What plugins take from `#web` brings the whole application along.
  const forPlugins = [
    'const definePlugin = <T,>(half: T): T => half;',
    'export const webOf = (name: string) => ({ definePlugin, registerHeaderEntry: console.log.bind(console, name) });',
  ];
  edit('src/web/plugins/extend.ts', () => `${forPlugins.join('\n')}\n`);
};

beforeAll(() => {
  project = copyProject(folder(), []);
  makeSmall();
  const plugin = join(project, 'plugins/sample');
  mkdirSync(join(plugin, 'parts'), { recursive: true });
  writeFileSync(
    join(plugin, 'web.tsx'),
    "import { definePlugin, registerHeaderEntry } from '#web';\nimport { Part } from './parts/Part.tsx';\nexport default definePlugin({ name: 'sample', register: () => registerHeaderEntry('sample', Part) });\nconsole.log(import.meta.glob('./parts/*.ts', { eager: true }));\n",
  );
  writeFileSync(
    join(plugin, 'parts/Part.tsx'),
    "import './part.css';\nimport dot from './dot.png';\nexport const Part = () => <i>first words<img alt='' src={dot} /></i>;\n",
  );
  writeFileSync(join(plugin, 'parts/part.css'), '.part { color: red }\n');
  writeFileSync(join(plugin, 'parts/dot.png'), Buffer.alloc(3000));
  writeFileSync(join(plugin, 'server.ts'), "export default { name: 'sample' };\n");
});
const bundled = (): string =>
  readdirSync(join(project, 'dist/assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(project, 'dist/assets', name), 'utf8'))
    .join('\n');

describe('npm start', () => {
  const running: Program[] = [];
  const started = (): Program => {
    running.push(runProgram({ DATA_DIR: folder(), LANG: 'en_US.UTF-8' }, project, 'tools/start.js'));
    return running.at(-1)!;
  };
  afterAll(() => running.forEach(({ child }) => child.kill('SIGKILL')));

  it('ends with the place of what cannot be built', async () => {
    const main = join(project, 'src/web/main.tsx');
    const before = readFileSync(main);
    appendFileSync(main, 'const nothing = ;\n');
    const { ended, output } = started();
    expect(await ended).toBe(1);
    expect(stripVTControlCharacters(output.err)).toMatch(/src\/web\/main\.tsx:\d+/);
    expect(output.err).not.toMatch(/\n\s+at |node:internal/);
    writeFileSync(main, before);
  });

  it('says no more than what somebody needs who has just begun', async () => {
    const { address, output, child } = started();
    const place = (await address).replace('127.0.0.1', 'localhost');
    await expect
      .poll(() => output.out.trim().split('\n'))
      .toEqual([
        'Building the browser application …',
        `Ready: ${place}  Sign in: ${place}/admin/login`,
        expect.stringMatching(/^Administrator: admin {2}Password: /),
      ]);
    expect(output.err).toBe('');
    // What built the bundle, in a process of its own, has taken its gigabyte along.
    const status = `/proc/${child.pid}/status`;
    if (existsSync(status))
      expect(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1])).toBeLessThan(170_000);
  });
});

it('is not begun in a folder whose name no module can have, which is said', () => {
  const place = copyProject(join(folder(), 'a#b'), []);
  const run = () =>
    execFileSync(process.execPath, ['--eval', "import('./tools/buildWeb.ts').then(({ buildWeb }) => buildWeb())"], {
      cwd: place,
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'en' },
      stdio: 'pipe',
    });
  expect(run).toThrow(/can't be built in a folder with “#” or “\?” in its path: .*a#b/);
});

describe('the bundle', () => {
  it('is built in a process of its own, again when any file that it is made of has changed and only then', () => {
    expect(bundled()).toContain('first words');
    expect(build()).not.toContain('Building');
    const part = join(project, 'plugins/sample/parts/Part.tsx');
    writeFileSync(part, readFileSync(part, 'utf8').replace('first words', 'other words'));
    expect(isCurrent()).toBe(false);
    // What a plugin finds by a pattern belongs to it as soon as it is there.
    writeFileSync(join(project, 'plugins/sample/parts/words.ts'), "export const words = 'found by a pattern';\n");
    const [said, memory] = build().split('\n');
    expect(said).toBe('Building the browser application …');
    expect(Number(memory)).toBeLessThan(120);
    expect(bundled()).toContain('other words');
    expect(bundled()).toContain('found by a pattern');
    expect(isCurrent()).toBe(true);
  });

  it.each([
    'src/web/main.tsx',
    'src/web/index.html',
    'src/resource/label.ts',
    'locales/en/error.json',
    'plugins/sample/parts/Part.tsx',
    'plugins/sample/parts/part.css',
    'tools/vite/lean.ts',
    'vite.config.ts',
    'package-lock.json',
    'package.json',
    'tsconfig.json',
  ])('is made of %s', (name) => {
    const file = join(project, name);
    const before = readFileSync(file);
    appendFileSync(file, '\n');
    expect(isCurrent()).toBe(false);
    writeFileSync(file, before);
    expect(isCurrent()).toBe(true);
  });

  it.each([
    ['plugins/other/web.tsx', true],
    ['plugins/other/locales/en/other.json', true],
    ['plugins/sample/parts/Another.tsx', true],
    ['plugins/sample/parts/another.ts', true],
    ['plugins/sample/server/part.ts', false],
    ['plugins/sample/tests/part.test.ts', false],
    ['locales/en/new.json', true],
    ['plugins/other/server.ts', false],
    ['resources/other.ts', false],
    ['src/server/other.ts', false],
  ])('looks at %s when it appears: %s', (name, matters) => {
    const file = join(project, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, name.endsWith('json') ? '{}' : 'export {};\n');
    expect(isCurrent()).toBe(!matters);
    rmSync(file);
    expect(isCurrent()).toBe(true);
  });

  it('is no more current when a file of it is gone', () => {
    const file = join(project, 'plugins/sample/parts/Part.tsx');
    const before = readFileSync(file);
    rmSync(file);
    expect(isCurrent()).toBe(false);
    writeFileSync(file, before);
  });

  it('lies there packed as well as can be, and still as it is', () => {
    const assets = join(project, 'dist/assets');
    const names = readdirSync(assets);
    const large = names.filter((name) => /\.(?:js|css|svg)$/.test(name) && statSync(join(assets, name)).size > 2048);
    expect(new Set(large.map((name) => name.slice(name.lastIndexOf('.'))))).toEqual(new Set(['.js', '.css']));
    for (const name of large) {
      const plain = readFileSync(join(assets, name));
      const [br, gz] = ['br', 'gz'].map((kind) => readFileSync(join(assets, `${name}.${kind}`)));
      expect(brotliDecompressSync(br!).equals(plain) && gunzipSync(gz!).equals(plain)).toBe(true);
      expect(br!.length).toBeLessThan(plain.length);
    }
    // What is packed by itself is not packed twice.
    expect(names.filter((name) => name.endsWith('.png'))).toHaveLength(1);
    expect(names.filter((name) => /\.(?:woff2?|png)\.(?:br|gz)$/.test(name))).toEqual([]);
  });
});
