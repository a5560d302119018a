import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { languages } from '../../src/resource/label.ts';

type Texts = { readonly [key: string]: string | Texts };

/**
 * Fills in what a text file lacks with the texts of the default language, and what that lacks with those of the others
 * in their order, so that nobody sees a key; the browser need not load two languages for it.
 */
export function wholeTexts(root: string): Plugin {
  return {
    name: 'whole-texts',
    enforce: 'pre',
    load(id) {
      const file = id.split('?')[0]!;
      const [, before, language, page] = /^(.*\/locales\/)([\w-]+)\/([\w-]+\.json)$/.exec(file) ?? [];
      if (!page || !language || !file.startsWith(root)) return null;
      const own = read(file);
      let texts = own;
      for (const other of languages.filter((each) => each !== language)) {
        const whole = `${before}${other}/${page}`;
        if (!existsSync(whole)) continue;
        this.addWatchFile(whole);
        const added = spoken(read(whole), language);
        const lacking = keysLacking(added, texts);
        if (lacking.length === 0) continue;
        this.warn(`${relative(root, file)} has no ${lacking.join(', ')}: shown in ${other}.`);
        texts = filled(added, texts);
      }
      return texts === own ? null : JSON.stringify(texts);
    },
  };
}

const read = (file: string): Texts => JSON.parse(readFileSync(file, 'utf8')) as Texts;
const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null;

/** Without forms of numbers that the language does not have: Chinese has no singular. */
function spoken(texts: Texts, language: string): Texts {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const isSpoken = (key: string): boolean => {
    const [, category] = /_(zero|one|two|few|many|other)$/.exec(key) ?? [];
    return category === undefined || pluralCategories.includes(category as Intl.LDMLPluralRule);
  };
  return Object.fromEntries(
    Object.entries(texts)
      .filter(([key]) => isSpoken(key))
      .map(([key, text]) => [key, isTexts(text) ? spoken(text, language) : text]),
  );
}

function filled(whole: Texts, texts: Texts): Texts {
  const own = Object.entries(texts).map(([key, text]): [string, string | Texts] => {
    const other = whole[key];
    return [key, isTexts(text) && isTexts(other) ? filled(other, text) : text];
  });
  return { ...whole, ...Object.fromEntries(own) };
}

function keysLacking(whole: Texts, texts: Texts): string[] {
  return Object.entries(whole).flatMap(([key, text]) => {
    const own = texts[key];
    if (own === undefined) return [key];
    return isTexts(text) && isTexts(own) ? keysLacking(text, own).map((each) => `${key}.${each}`) : [];
  });
}
