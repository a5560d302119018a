import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown> & {
  devDependencies: Record<string, string>;
};
/** All that brings antd, or a part of it. Others are left out: some registries have binaries of this platform alone, which Yarn refuses. */
const drawn = /^(?:antd|@ant-design\/|@refinedev\/|react$|react-dom$|react-router$|@tanstack\/|dayjs$)/;
const inOneCopy = ['antd', '@ant-design/cssinjs', '@ant-design/icons', 'react'];

let place: string;
afterEach(() => rmSync(place, { recursive: true, force: true }));

const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', cwd: root }).trim();
const run = (name: string, ...args: readonly string[]): string =>
  execFileSync(name, args, {
    cwd: place,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, YARN_NPM_REGISTRY_SERVER: registry, YARN_ENABLE_IMMUTABLE_INSTALLS: 'false', CI: '' },
  });

it.each([
  ['npm', ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund']],
  ['pnpm', ['npx', '--yes', 'pnpm@12', 'install', '--ignore-scripts']],
  ['Yarn', ['npx', '--yes', '--package=@yarnpkg/cli-dist@4', 'yarn', 'install']],
  [
    'classic Yarn',
    ['npx', '--yes', 'yarn@1.22', 'install', '--ignore-scripts', '--ignore-engines', '--registry', registry],
  ],
] as const)('installs one antd for all with %s', (_name, [program, ...args]) => {
  place = mkdtempSync(join(tmpdir(), 'packages-'));
  const devDependencies = Object.fromEntries(
    Object.entries(project.devDependencies).filter(([name]) => drawn.test(name)),
  );
  writeFileSync(
    join(place, 'package.json'),
    JSON.stringify({ ...project, dependencies: {}, devDependencies, scripts: {}, workspaces: [] }),
  );
  mkdirSync(join(place, 'plugins'));
  copyFileSync(join(root, 'pnpm-workspace.yaml'), join(place, 'pnpm-workspace.yaml'));
  writeFileSync(join(place, '.yarnrc.yml'), 'nodeLinker: node-modules\nenableTelemetry: false\nenableScripts: false\n');
  run(program, ...args);
  for (const name of inOneCopy)
    expect(
      globSync([`**/node_modules/${name}/package.json`, `node_modules/.pnpm/*/node_modules/${name}/package.json`], {
        cwd: place,
      })
        .map((file) => JSON.parse(readFileSync(join(place, file), 'utf8')) as { name: string; version: string })
        .filter((found) => found.name === name)
        .map(({ version }) => version)
        .filter((version, at, all) => all.indexOf(version) === at),
      name,
    ).toHaveLength(1);
});
