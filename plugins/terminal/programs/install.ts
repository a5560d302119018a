import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockOrRefuse } from './lock.ts';
import { main, projectFolder, refusal, tell } from './program.ts';

// Installs what the project and its plugins name into a folder beside, and looks whether it is all there. The next start lets it
// take the place of `node_modules` (tools/takePrepared.ts): a server that runs never loads half of one and half of the other.
const folder = join(projectFolder, '.prepared');
const manifests = ['package.json', 'plugins/*/package.json'];
const others = [
  'package-lock.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'yarn.lock',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
];

/** By each package manager: with everything, whatever `NODE_ENV` says, and without what only development needs. */
const installing: Readonly<Record<string, readonly [args: readonly string[], whole: string, lean: string]>> = {
  npm: [['install', '--no-audit', '--no-fund'], '--include=dev', '--omit=dev'],
  pnpm: [['install', '--no-frozen-lockfile'], '--prod=false', '--prod'],
  yarn: [['install', '--non-interactive'], '--production=false', '--production'],
};

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

await main(async () => {
  const manager = process.argv[2] ?? '';
  const [args, whole, lean] = installing[manager]!;
  const lock = lockOrRefuse(`${folder}.lock`, 'terminalServer:install.running');
  // As it is installed now: without the bundler, only what a server needs.
  const isLean =
    !existsSync(join(projectFolder, 'node_modules/vite')) && existsSync(join(projectFolder, 'dist/index.html'));
  rmSync(folder, { recursive: true, force: true });
  const found = globSync(manifests, { cwd: projectFolder });
  for (const file of [...found, ...others]) {
    if (!existsSync(join(projectFolder, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(projectFolder, file), join(folder, file));
  }
  tell('terminalServer:install.begin', { folder: '.prepared' });
  try {
    await run(manager, [...args, isLean ? lean : whole]);
    const names = found.flatMap((file) => namesIn(file, isLean));
    const missing = names.filter(([place, name]) => !isInstalled(place, name)).map(([, name]) => name);
    if (missing.length > 0) throw refusal('terminalServer:install.missing', { names: missing.join(', ') });
    writeFileSync(join(folder, 'ready'), '');
    tell('terminalServer:install.ready', { count: names.length });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    lock.close();
  }
});

function run(manager: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(manager, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', () => reject(refusal('terminalServer:install.noProgram', { manager })));
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(refusal('terminalServer:install.failed', { manager, code })),
    );
  });
}

/** What a manifest names, each with the folder that asks for it. */
function namesIn(file: string, isLean: boolean): [place: string, name: string][] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Manifest;
  const names = Object.keys({ ...dependencies, ...(isLean ? {} : devDependencies) });
  return names.map((name) => [dirname(file), name]);
}

/** Declared as a function: what stands below the call of `main` has no value yet while that runs. */
function isInstalled(place: string, name: string): boolean {
  return ['.', place].some((from) => isWhole(join(folder, from, 'node_modules', name)));
}

interface Package {
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Whether a package is there, with its programs where scripts of its own fetch them: those may not have been allowed to run. */
function isWhole(place: string): boolean {
  const manifest = join(place, 'package.json');
  if (!existsSync(manifest)) return false;
  const { bin = {}, scripts = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as Package;
  if (!['preinstall', 'install', 'postinstall'].some((each) => Object.hasOwn(scripts, each))) return true;
  const programs = typeof bin === 'string' ? [bin] : Object.values(bin);
  return programs.every((file) => ['', '.exe'].some((ending) => existsSync(join(place, file + ending))));
}
