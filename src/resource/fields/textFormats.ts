interface TextFormat {
  readonly pattern: RegExp;
  readonly message: string;
}

const han = String.raw`\p{Script=Han}+`;
const latin = String.raw`[\p{Script=Latin}\p{M}]+`;

/** Rules for one-line texts that are not kinds of their own: `f.text({ format: 'account' })`. */
export const textFormats = {
  /** A name to sign in with: 3 to 15 characters, a letter first, then letters, digits and underscores. */
  account: { pattern: /^[A-Za-z][A-Za-z0-9_]{2,14}$/, message: 'validate:account' },
  /** A person's name: 2 to 30 Chinese characters with middle dots inside, or Latin words with spaces, apostrophes and hyphens. */
  name: {
    pattern: new RegExp(
      String.raw`^(?=.{2,60}$)(?:(?=.{2,30}$)${han}(?:[·•]${han})*|${latin}(?:(?:['’ -]|\. ?)${latin})*\.?)$`,
      'u',
    ),
    message: 'validate:name',
  },
  /** A name in code: letters, digits, `_` and `$`, no digit first. */
  variable: { pattern: /^[\p{L}_$][\p{L}\p{N}_$]*$/u, message: 'validate:variable' },
} as const satisfies Record<string, TextFormat>;

export type TextFormatName = keyof typeof textFormats;
