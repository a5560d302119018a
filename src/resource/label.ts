/**
 * The product's languages and what they call themselves; the first is the default and the fallback (specification §9). Each has
 * its texts in `locales/<language>/`.
 */
export const languageNames = { 'zh-cn': '简体中文', en: 'English' } as const;
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as readonly Language[];
/** Languages in which every text of a file is written; in others it may be, and is read in the default one until it is. */
export const writtenLanguages = ['zh-cn', 'en'] as const satisfies readonly Language[];
type Written = (typeof writtenLanguages)[number];
export const defaultLanguage = 'zh-cn' satisfies Language;

/** A text that people see: one string for every language, or one per language. */
export type Label = string | Readonly<Record<Written, string> & Partial<Record<Language, string>>>;

/** Turns any input into a language we speak; everything unknown is the default. */
export function languageOf(input: unknown): Language {
  return languages.find((language) => language === input) ?? defaultLanguage;
}

/** A label of texts that are made for each language. */
export const eachLanguage = (text: (language: Language) => string): Label =>
  Object.fromEntries(languages.map((language) => [language, text(language)])) as Record<Language, string>;

/** Written in capitals wherever they stand. */
const abbreviations = /\b(?:api|id|ip|url)\b/g;

/** What is shown of a name that nobody has labelled: `paid_at` and `paidAt` as "Paid at", `order_id` as "Order ID". */
export function nameInWords(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replaceAll(/[_\s-]+/g, ' ')
    .trim()
    .toLowerCase()
    .replaceAll(abbreviations, (each) => each.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The text of `label` in `language`. */
export function textOf(label: Label, language: Language): string {
  return typeof label === 'string' ? label : (label[language] ?? label[defaultLanguage]);
}
