import { suffixOf } from './checks.ts';

/** Characters of a name that are kept. */
const longest = 100;
/** Letters at its beginning and at its end that are looked at: what is longer is nobody's name. */
const half = 500;

/** What nobody sees, and what turns the direction of writing around: it makes `gpj.exe` look like `exe.jpg`. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/**
 * A file's name as it is kept and shown: one line, without folders, 100 characters at most. It ends in one of the suffixes
 * that its content may have; another one gets the right one behind it.
 */
export function displayName(given: string, suffixes: readonly string[] = [], suffix = ''): string {
  const whole = given.split(/[/\\]/).at(-1)!;
  const read = whole.length > 2 * half ? `${whole.slice(0, half)}${whole.slice(-half)}` : whole;
  const last = read.toWellFormed().normalize('NFC');
  const bare = last
    .replaceAll(unseen, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^ +|[. ]+$/g, '');
  // Nothing that anybody sees stands before the suffix.
  const isSuffix = /^\.\w/.test(bare) && (!last.startsWith('.') || suffixes.includes(suffixOf(`file${bare}`)));
  const name = bare === '' || isSuffix ? `file${bare}` : bare;
  const own = suffixOf(name);
  const isRight = suffix === '' || suffixes.includes(own);
  const ending = isRight ? own && name.slice(-own.length - 1) : `.${suffix}`;
  const stem = [...(isRight ? name.slice(0, name.length - ending.length) : name)];
  return (
    stem
      .slice(0, longest - ending.length)
      .join('')
      .trimEnd() + ending
  );
}
