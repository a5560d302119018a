import { existsSync } from 'node:fs';
import { run } from './run.ts';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Chromium without windows: it draws the same pages with a fifth less work, and shows no PDF. */
const shell = '/usr/bin/chromium-headless-shell';

/** What keeps a browser that no person sees from work for nobody. */
export const quietFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For V8: megabytes of the heap for what is new, of which a page that is being drawn fills and clears 1 MB all the time. */
export const roomForNew = '--min-semi-space-size=16';

/** Path of the system's Chromium, or undefined. `CHROMIUM` names another one. */
export function findBrowser(): string | undefined {
  return firstOf([process.env['CHROMIUM'], ...places]);
}

/** The same for who needs no more than the headless shell, where there is one. */
export function findShell(): string | undefined {
  return firstOf([process.env['CHROMIUM'], shell, ...places]);
}

/** Path of a Chromium; installs one with apt-get, or with Playwright where there is no apt-get. */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser();
  if (found) return found;
  console.log('Chromium is missing and will be installed.');
  await installPackages('chromium');
  const installed = findBrowser();
  if (installed) return installed;
  await run('npx', ['playwright-core', 'install', 'chromium'], { echo: true });
  const { chromium } = await import('playwright-core');
  const downloaded = chromium.executablePath();
  if (!existsSync(downloaded))
    throw new Error(
      'No Chromium could be installed. Install one by hand, or name one in the environment variable CHROMIUM.',
    );
  // Programs that this one starts do not know of that place.
  return (process.env['CHROMIUM'] = downloaded);
}

/** The same for who needs no more than the headless shell. */
export async function ensureShell(): Promise<string> {
  return findShell() ?? (await ensureBrowser());
}

/** Installs what tests look at pages with: a Chromium, and the headless shell where the system has a package of it. */
export async function installBrowsers(): Promise<void> {
  if (process.env['CHROMIUM'] === undefined && !existsSync(shell) && process.getuid?.() === 0)
    await installPackages('chromium', 'chromium-headless-shell');
  await ensureBrowser();
}

function firstOf(all: readonly (string | undefined)[]): string | undefined {
  return all.find((place) => place !== undefined && existsSync(place));
}

/** Tries to: a package that there is not, no network and no right to do so are no reason to give up. */
async function installPackages(...names: readonly string[]): Promise<void> {
  if (!existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['-o', 'Acquire::http::Timeout=20', 'update'], { env });
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env });
}
