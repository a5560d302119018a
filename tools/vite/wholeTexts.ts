import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { defaultLanguage as fallback } from '../../src/resource/label.ts';

type Texts = { readonly [key: string]: string | Texts };

/** Fills in what a text file lacks with the texts of the default language, so that nobody sees a key; the browser need not load two languages for it. */
export function wholeTexts(root: string): Plugin {
  return {
    name: 'whole-texts',
    enforce: 'pre',
    load(id) {
      const file = id.split('?')[0]!;
      const [, before, language, page] = /^(.*\/locales\/)([\w-]+)\/([\w-]+\.json)$/.exec(file) ?? [];
      if (!page || language === fallback || !file.startsWith(root)) return null;
      const whole = `${before}${fallback}/${page}`;
      if (!existsSync(whole)) return null;
      this.addWatchFile(whole);
      const texts = read(file);
      const lacking = keysLacking(read(whole), texts);
      if (lacking.length > 0) this.warn(`${relative(root, file)} has no ${lacking.join(', ')}: shown in ${fallback}.`);
      return JSON.stringify(filled(read(whole), texts));
    },
  };
}

const read = (file: string): Texts => JSON.parse(readFileSync(file, 'utf8')) as Texts;
const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null;

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
