import './shell.css';
import './boot/shape.ts';
import { startTransition } from 'react';
import { createRoot, type RootOptions } from 'react-dom/client';
import { preloadPage } from './app/Pages.tsx';
import { loadLocale, Root } from './app/Root.tsx';
import { loadTexts, startTexts } from './settings/i18n.ts';
import { loadIconFonts } from './app/iconFonts.ts';
import { fetchPart, isMissingPart } from './loading/missingParts.ts';
import { carryNonce } from './settings/nonce.ts';
import { registerOwnPages } from './app/ownPages.ts';
import { loadPlugins } from './plugins/loadPlugins.ts';
import { adminRealm } from './realms/admin.ts';
import { realmAt } from './realms/registry.ts';
import { loadSite } from './settings/site.ts';

/** Milliseconds after which the snapshot of a list (http/early.ts) ends though none is drawn. */
const snapshotEnd = 4_000;

carryNonce();
registerOwnPages();
// As a task of its own, behind that of this file.
setTimeout(() => {
  start().catch((error: unknown) => {
    // Told by the page itself (boot/boot.ts), which has texts of its own.
    window.dispatchEvent(new Event('bootfailed'));
    throw error;
  });
});

/** Not awaited at the top of this file: the parts that it loads wait for this file to end. */
async function start(): Promise<void> {
  const { pathname } = location;
  // Anywhere but in the back office a plugin may bring the page itself, or the whole realm.
  const isPublic = realmAt(pathname) !== adminRealm;
  const [locale] = await Promise.all([
    fetchPart(loadLocale),
    loadSite(),
    startTexts(),
    fetchPart(() => loadTexts('common', 'http')),
    preloadPage(pathname),
    isPublic && loadPlugins().then(() => preloadPage(pathname)),
  ]);
  document.documentElement.dataset['started'] = '';
  const root = createRoot(document.getElementById('root')!, { onCaughtError });
  // In small steps, between which the page answers.
  startTransition(() => root.render(<Root locale={locale} />));
  // Whatever is drawn in place of a list.
  setTimeout(() => globalThis.snapshot?.end(), snapshotEnd);
  loadIconFonts();
}

/** A part that could not be fetched is told by the page, and by the browser itself. */
const onCaughtError: RootOptions['onCaughtError'] = (error, { componentStack }) => {
  // oxlint-disable-next-line no-console -- for who develops, as React does itself
  if (!isMissingPart(error)) console.error(error, componentStack);
};
