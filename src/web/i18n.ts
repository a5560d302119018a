import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languageOf, type Language } from '#resource';
import { readStored, store } from './storage.ts';

/** Where the language is stored. */
export const languageKey = 'lang';
type Texts = Record<string, unknown>;
const files = {
  ...import.meta.glob<Texts>('../../locales/*/*.json', { import: 'default' }),
  ...import.meta.glob<Texts>('../../plugins/*/locales/*/*.json', { import: 'default' }),
};

/** The stored language; zh-cn when there is none or an unknown one. */
export const storedLanguage = (): Language => languageOf(readStored(languageKey));

/** Stores the language and starts again in it (specification §4). */
export function changeLanguage(language: Language): void {
  store(languageKey, language);
  location.reload();
}

/** Makes texts available; those of a page are loaded when it is first opened. */
export async function startTexts(): Promise<void> {
  const language = storedLanguage();
  document.documentElement.lang = language;
  await i18next.use(initReactI18next).init({
    lng: language,
    // Nothing is loaded here: the language is known at once.
    initAsync: false,
    lowerCaseLng: true,
    load: 'currentOnly',
    // Both languages are complete, which a test checks: nothing is fetched to fall back on.
    fallbackLng: false,
    resources: {},
    partialBundledLanguages: true,
    ns: [],
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
}

/** Loads the texts of these pages, each once. */
export async function loadTexts(...pages: readonly string[]): Promise<void> {
  const language = storedLanguage();
  await Promise.all(
    pages
      .filter((page) => !i18next.hasResourceBundle(language, page))
      .map(async (page) => {
        const parts = Object.keys(files).filter((file) => file.endsWith(`/locales/${language}/${page}.json`));
        for (const part of parts) i18next.addResourceBundle(language, page, await files[part]!(), true, true);
      }),
  );
}
