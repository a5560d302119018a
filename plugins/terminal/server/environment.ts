import { constants, accessSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { textOf, type Label, type Language } from '#resource';
import { markName } from './mark.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** All that a command gets of the server's environment, unless it names more: where programs and homes are. No secrets. */
const allowed = [
  'HOME',
  'USER',
  'LOGNAME',
  'TZ',
  'TMPDIR',
  // What programs need on Windows.
  'SystemRoot',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
];

/** The project's folder. */
export const projectFolder = resolve(import.meta.dirname, '../../..');

/** Where programs are looked for: the project's own first. */
const searchPath = (from: Variables): string =>
  [join(projectFolder, 'node_modules/.bin'), dirname(process.execPath), from['PATH'] ?? ''].join(delimiter);

/** What systems call the languages of people. */
const locales: Label = { 'zh-cn': 'zh_CN.UTF-8', en: 'en_US.UTF-8' };

export interface EnvironmentOptions {
  /** Of the run. */
  readonly mark: string;
  /** Of whoever reads what it prints. */
  readonly language: Language;
  /** Further variables that it needs. */
  readonly names?: readonly string[];
}

/** The environment of a command. Nothing asks a question in it, and colours are wanted. */
export function cleanEnvironment(
  from: Variables,
  { mark, language, names = [] }: EnvironmentOptions,
): Record<string, string> {
  const taken = [...allowed, ...names].flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]]));
  return {
    ...(Object.fromEntries(taken) as Record<string, string>),
    PATH: searchPath(from),
    LANG: textOf(locales, language),
    // Where the system lacks the language, Perl (Debian's pg_dump is a script of it) would warn of it each time.
    PERL_BADLANG: '0',
    TERM: 'xterm-256color',
    FORCE_COLOR: '1',
    CI: '1',
    [markName]: mark,
  };
}

/** The file of a program; undefined when it is not installed. `node` is the one that the server runs on. */
export function findProgram(name: string, folder: string, from: Variables): string | undefined {
  if (name === 'node') return process.execPath;
  const places = /[/\\]/.test(name) ? [folder] : searchPath(from).split(delimiter).filter(Boolean);
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  return places.flatMap((place) => endings.map((ending) => resolve(place, name + ending))).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
