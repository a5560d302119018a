/** Characters of a name that are kept. */
const longest = 100;

/** What nobody sees, and what turns the direction of writing around: it makes `gpj.exe` look like `exe.jpg`. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** A file's name as it is kept and shown: one line, without folders, 100 characters at most, with its suffix. */
export function displayName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1)!;
  const name = last
    .replaceAll(unseen, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^ +|[. ]+$/g, '');
  if (name === '') return 'file';
  const characters = [...name];
  if (characters.length <= longest) return name;
  const suffix = [...(/\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '')];
  return [...characters.slice(0, longest - suffix.length), ...suffix].join('');
}
