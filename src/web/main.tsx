import '@ant-design/v5-patch-for-react-19';
import { createRoot } from 'react-dom/client';
import { preloadPage } from './Pages.tsx';
import { loadLocale, Root } from './Root.tsx';
import { loadTexts, startTexts } from './i18n.ts';
import { loadIconFonts } from './iconFonts.ts';
import { watchMissingParts } from './missingParts.ts';
import { carryNonce } from './nonce.ts';
import { registerOwnPages } from './ownPages.ts';
import { loadSite } from './site.ts';

// Plugins register their pages and kinds of fields.
import.meta.glob('../../plugins/*/web.tsx', { eager: true });

watchMissingParts();
carryNonce();
loadIconFonts();
registerOwnPages();
void start();

/** Not awaited at the top of this file: the parts that it loads wait for this file to end. */
async function start(): Promise<void> {
  const texts = startTexts();
  const [locale] = await Promise.all([
    loadLocale(),
    loadSite(),
    texts,
    loadTexts('common', 'http'),
    preloadPage(location.pathname),
  ]);
  createRoot(document.getElementById('root')!).render(<Root locale={locale} />);
}
