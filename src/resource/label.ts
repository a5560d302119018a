/** The product's languages; the first is the default and the fallback (specification §9). */
export const languages = ['zh-cn', 'en'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'zh-cn';

/** A text that people see: one string for every language, or one per language. */
export type Label = string | Readonly<Record<Language, string>>;

/** Turns any input into a language we speak; everything unknown is the default. */
export function languageOf(input: unknown): Language {
  return languages.find((language) => language === input) ?? defaultLanguage;
}

/** The text of `label` in `language`. */
export function textOf(label: Label, language: Language): string {
  return typeof label === 'string' ? label : label[language];
}
