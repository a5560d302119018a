import { existsSync } from 'node:fs';
import { run } from './run.ts';

/** Not `chromium-headless-shell`, which takes a tenth less time and shows no PDF. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

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

/** Path of the system's Chromium, or undefined. `CHROMIUM` names another one. */
export function findBrowser(): string | undefined {
  return [process.env['CHROMIUM'], ...places].find((place) => place !== undefined && existsSync(place));
}

/** Path of a Chromium; installs one with apt-get, or with Playwright where there is no apt-get. */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser();
  if (found) return found;
  console.log('Chromium is missing and will be installed.');
  if (existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update'], { echo: false });
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
      echo: false,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const installed = findBrowser();
  if (installed) return installed;
  await run('npx', ['playwright-core', 'install', 'chromium'], { echo: true });
  const { chromium } = await import('playwright-core');
  const downloaded = chromium.executablePath();
  if (existsSync(downloaded)) return downloaded;
  throw new Error(
    'No Chromium could be installed. Install one by hand, or name one in the environment variable CHROMIUM.',
  );
}
