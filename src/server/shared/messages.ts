import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import i18next from 'i18next';
import { defaultLanguage, languages, writtenLanguages, type Label, type Language } from '#resource';

/** The product's texts, on the server: the same files as in the browser. */
export interface Messages {
  /** The text of `page:key` with its holes filled; the key itself when there is none. */
  translate(language: Language, key: string, params?: Readonly<Record<string, unknown>>): string;
  /** The text, or undefined when there is none. */
  find(language: Language, key: string): string | undefined;
  /** Files that could not be read, one sentence each. */
  readonly faults: readonly string[];
}

/** The language of whoever starts a program: that of the terminal when it is one of ours. */
export function terminalLanguage(environment: Readonly<Record<string, string | undefined>>): Language {
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || '';
  return languages.find((language) => locale.toLowerCase().startsWith(language.slice(0, 2))) ?? defaultLanguage;
}

type Pages = Record<string, Record<string, unknown>>;

/** Reads `locales/<language>/<page>.json`, and the same below each plugin. */
export function loadMessages(root: string): Messages {
  const faults: string[] = [];
  const folders = [root, ...foldersIn(join(root, 'plugins'))];
  const resources = Object.fromEntries(
    languages.map((language) => [
      language,
      pagesOf(
        root,
        folders.map((folder) => join(folder, 'locales', language)),
        faults,
      ),
    ]),
  );
  const instance = i18next.createInstance();
  void instance.init({
    resources,
    // The default language first, then whatever has the text.
    fallbackLng: [...languages],
    initAsync: false,
    // Our languages are written as the protocol has them.
    lowerCaseLng: true,
    load: 'currentOnly',
    // Texts go out as JSON; whoever shows them escapes them.
    interpolation: { escapeValue: false },
  });
  return {
    faults,
    translate: (language, key, params = {}) => instance.t(key, { lng: language, ...params }),
    find: (language, key) => (instance.exists(key, { lng: language }) ? instance.t(key, { lng: language }) : undefined),
  };
}

const foldersIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];

function pagesOf(root: string, folders: readonly string[], faults: string[]): Pages {
  const pages: Pages = {};
  for (const file of folders.flatMap(foldersIn).filter((name) => name.endsWith('.json'))) {
    const page = basename(file, '.json');
    pages[page] = { ...pages[page], ...readPage(root, file, faults) };
  }
  return pages;
}

function readPage(root: string, file: string, faults: string[]): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    faults.push(`${relative(root, file)}: ${(error as Error).message}`);
    return {};
  }
}

/** A text in every language as a label. */
export const labelsFrom =
  ({ find }: Messages) =>
  (key: string): Label | undefined => {
    const texts = languages.flatMap((language) => {
      const text = find(language, key);
      return text === undefined ? [] : [[language, text] as const];
    });
    const label = Object.fromEntries(texts) as Record<Language, string>;
    return writtenLanguages.every((language) => Object.hasOwn(label, language)) ? label : undefined;
  };
