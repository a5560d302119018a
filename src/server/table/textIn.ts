import { textOf, type Label, type Language } from '#resource';

/** The label's text, or nothing where there is none. */
export const textIn = (label: Label | undefined, language: Language): string =>
  label === undefined ? '' : textOf(label, language);
