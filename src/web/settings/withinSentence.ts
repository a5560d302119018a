/** A label as it stands within a sentence of this language: in English it begins small, unless it is an abbreviation. */
export const withinSentence = (label: string, language: string): string =>
  language === 'en' && /^\p{Lu}\p{Ll}/u.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label;
