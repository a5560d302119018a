import '@ant-design/v5-patch-for-react-19';
import { createRoot } from 'react-dom/client';
import { preloadPage } from './Pages.tsx';
import { loadLocale, Root } from './Root.tsx';
import { loadTexts, startTexts } from './i18n.ts';
import { loadIconFonts } from './iconFonts.ts';
import { carryNonce } from './nonce.ts';
import { registerOwnPages } from './ownPages.ts';
import { loadSite } from './site.ts';

// Plugins register their pages and kinds of fields.
import.meta.glob('../../plugins/*/web.tsx', { eager: true });

// A part of this page that is not there any more belongs to an earlier build: the page is loaded afresh, but not for ever.
window.addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('reloadTime') ?? 0);
  if (Date.now() - last < 10_000) return;
  sessionStorage.setItem('reloadTime', String(Date.now()));
  location.reload();
});

carryNonce();
loadIconFonts();
registerOwnPages();
void start();

/** Not awaited at the top of this file: the parts that it loads wait for this file to end. */
async function start(): Promise<void> {
  const texts = startTexts();
  const [locale] = await Promise.all([loadLocale(), loadSite(), texts, loadTexts('common', 'http'), preloadPage(location.pathname)]);
  createRoot(document.getElementById('root')!).render(<Root locale={locale} />);
}
