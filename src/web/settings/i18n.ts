import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languageOf, languages, nameInWords, type Language } from '#resource';
import { readStored, store } from './storage.ts';

/** Where the language is stored. */
export const languageKey = 'lang';
type Texts = Record<string, unknown>;
type TextFiles = Readonly<Record<string, () => Promise<Texts>>>;
/** Those of the first pages; of other pages not even the names stand in the first script. */
const files: Record<string, () => Promise<Texts>> = import.meta.glob<Texts>(
  '../../../locales/*/{common,error,field,home,http,layout,login,member,refine,table,validate}.json',
  { import: 'default' },
);

/** Makes files known, each as `…/locales/<language>/<page>.json`: plugins bring theirs (tools/vite/pluginHost.ts). */
export const addTextFiles = (more: TextFiles): void => void Object.assign(files, more);

/** The stored language, else that of a first visit (`boot/boot.ts`); zh-cn when there is none or an unknown one. */
export const storedLanguage = (): Language =>
  languageOf(readStored(languageKey) ?? document.documentElement.dataset['language']);

/** Stores the language and starts again in it (specification §4). */
export function changeLanguage(language: Language): void {
  store(languageKey, language);
  location.reload();
}

/** Makes texts available; those of a page are loaded when it is first opened. */
export async function startTexts(): Promise<void> {
  const language = storedLanguage();
  // The same again would style the whole page anew.
  if (document.documentElement.lang !== language) document.documentElement.lang = language;
  await i18next.use(initReactI18next).init({
    lng: language,
    // Nothing is loaded here: the language is known at once.
    initAsync: false,
    lowerCaseLng: true,
    load: 'currentOnly',
    // What a file of one language lacks is filled in when the bundle is built (tools/vite/wholeTexts.ts): nothing is
    // fetched to fall back on.
    fallbackLng: false,
    // Nobody sees a key; whoever wrote the page does.
    parseMissingKeyHandler: wordsOf,
    saveMissing: true,
    missingKeyHandler: (_languages, page, key) => warnMissing(page, key),
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
        if (filesOf(page, language).length === 0) addTextFiles((await import('./laterTexts.ts')).laterTexts);
        const parts = await Promise.all(filesOf(page, language).map((file) => files[file]!()));
        for (const part of parts) i18next.addResourceBundle(language, page, part, true, true);
      }),
  );
}

/**
 * The files with the texts of a page; where one is missing in this language, that of the default language or of
 * another.
 */
function filesOf(page: string, language: Language): string[] {
  return Object.keys(files).filter((file) => {
    const [, before = '', own] = /^(.*\/locales\/)([\w-]+)\/([\w-]+)\.json$/.exec(file) ?? [];
    const there = [language, ...languages].find((each) => `${before}${each}/${page}.json` in files);
    return own === there && file.endsWith(`/${page}.json`);
  });
}

/** `Close all` of `tab.closeAll`: better than the key where no language has the text. */
const wordsOf = (key: string): string => nameInWords(key.split(/[.:]/).at(-1) ?? '');

function warnMissing(page: string, key: string): void {
  // oxlint-disable-next-line no-console -- for whoever forgot the text
  if (import.meta.env.DEV) console.warn(`No language has the text ${page}:${key}.`);
}
