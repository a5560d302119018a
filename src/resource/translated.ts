import { defaultLanguage, type Language } from './label.ts';

/** Columns with the same text for readers of other languages. */
export type Translated = Readonly<Partial<Record<Language, string>>> & {
  /** The column with the text that was translated: once the text is another one, everybody reads it as it is. */
  readonly of?: string;
};

/** Which column readers of the language are shown instead, and as long as what is in the text. */
export function translationIn(
  options: object,
  language: Language,
): { readonly column: string; readonly of: string | undefined } | undefined {
  const { translated } = options as { translated?: Translated };
  const column = translated && language !== defaultLanguage ? translated[language] : undefined;
  return column === undefined ? undefined : { column, of: translated!.of };
}

/** The text of a row as readers of the language see it; what `valueSql` is in the database. */
export function textShown(
  name: string,
  options: object,
  row: Readonly<Record<string, unknown>>,
  language: Language,
): unknown {
  const translation = translationIn(options, language);
  const isOther = translation?.of !== undefined && row[name] !== row[translation.of];
  return translation && !isOther ? (row[translation.column] ?? row[name]) : row[name];
}
