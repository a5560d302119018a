import { dateTimeText } from '#resource';

/** Parts of a file's name that the upload fills in (specification §7). */
export const placeholders = [
  'topic',
  'year',
  'mon',
  'day',
  'hour',
  'min',
  'sec',
  'random',
  'random32',
  'filename',
  'suffix',
  '.suffix',
  'filesha1',
] as const;
type Placeholder = (typeof placeholders)[number];

export interface SavenameValues {
  /** Anything but letters, digits, `_` and `-` makes it `default`. */
  readonly topic: string;
  /** As the person calls the file. */
  readonly name: string;
  /** Without a dot; empty for none. */
  readonly suffix: string;
  /** In hex. */
  readonly sha1: string;
  /** Unix seconds; written in the time zone of the site. */
  readonly now: number;
  /** So many small letters and digits; random ones, unless a test wants others. */
  random?(length: number): string;
}

/** Characters of `{filename}` (specification §7), and of `{suffix}`. */
const nameLength = 15;
const suffixLength = 10;

/**
 * The address that the template makes: parts of letters, digits, `-`, `_` and dots within, whatever the values are. No value
 * leaves its folder, and a part that comes to nothing is random.
 */
export function fillSavename(template: string, values: SavenameValues): string {
  const random = values.random ?? randomText;
  const filled = valuesOf(values, random);
  const parts = template
    .replaceAll(/\{([^{}]*)\}/g, (hole, name: string) => filled[name as Placeholder]?.() ?? cleaned(hole))
    .split('/')
    .slice(1)
    // A sign that belongs to the letter before it begins nothing.
    .map((part) => part.normalize('NFC').replaceAll(/^[.\p{M}]+|\.+$/gu, '') || random(8));
  return `/${parts.join('/')}`;
}

/** What makes every placeholder as long as it can be. */
const longestValues: SavenameValues = {
  topic: 'x'.repeat(20),
  name: '\u{20000}'.repeat(nameLength),
  suffix: 'x'.repeat(suffixLength),
  sha1: 'a'.repeat(40),
  now: 0,
};

/** How long what a template makes can be, with its mark: characters of all, and bytes of one part between slashes. */
export function longestSavename(template: string): { readonly characters: number; readonly partBytes: number } {
  const address = fillSavename(withMark(template, 'x'.repeat(markLength)), longestValues);
  const bytes = address.split('/').map((part) => new TextEncoder().encode(part).length);
  return { characters: [...address].length, partBytes: Math.max(...bytes) };
}

function valuesOf(
  { topic, name, suffix, sha1, now }: SavenameValues,
  random: (length: number) => string,
): Readonly<Record<Placeholder, () => string>> {
  const [year, mon, day, hour, min, sec] = dateTimeText(now).split(/\D/);
  const ending = suffix
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, suffixLength);
  return {
    topic: () => topicOf(topic),
    year: () => year!,
    mon: () => mon!,
    day: () => day!,
    hour: () => hour!,
    min: () => min!,
    sec: () => sec!,
    random: () => random(8),
    random32: () => random(32),
    filename: () => [...cleaned(bareName(name))].slice(0, nameLength).join(''),
    suffix: () => ending,
    '.suffix': () => ending && `.${ending}`,
    filesha1: () => sha1.replaceAll(/[^0-9a-f]/g, ''),
  };
}

/** The topic itself, or `default` when it is none. */
export const topicOf = (topic: string): string => (/^[\w-]{1,20}$/.test(topic) ? topic : 'default');

const bareName = (name: string): string => {
  const last = name.split(/[/\\]/).at(-1)!;
  return last.replace(/(?!^)\.[^.]*$/, '');
};

/** Letters and digits of any script, `-` and `_`: nothing that an address, a path or a shell reads as anything else. */
const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]/gu, '');

const letters = 'abcdefghijklmnopqrstuvwxyz012345';

/** So many small letters and digits. */
export const randomText = (length: number): string => lettersOf(crypto.getRandomValues(new Uint8Array(length)));

/** One small letter or digit for each byte. */
export const lettersOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => letters[byte % letters.length]).join('');

/** Letters of what nobody works out, in the address of every file. */
export const markLength = 32;

/** What an address may come to: it is a key in a bucket, too, and its parts are names of folders and files. */
export const longestAddress = { characters: 240, partBytes: 200 } as const;

/** The template with the mark behind the name, before the suffix that it ends in. */
export const withMark = (template: string, mark: string): string =>
  template.replace(/(\{\.suffix\})?$/, (suffix) => `${mark}${suffix}`);
