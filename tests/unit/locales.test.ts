import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadMessages } from '../../src/server/shared/messages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['locales', ...globSync('plugins/*/locales', { cwd: root })];
interface Messages {
  readonly [key: string]: string | Messages;
}

const read = (file: string): Messages => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Messages;
/** `did.add` and its text, however deep the file nests it. */
const flat = (messages: Messages, before: string): [string, string][] =>
  Object.entries(messages).flatMap(([key, text]): [string, string][] =>
    typeof text === 'object' ? flat(text, `${before}${key}.`) : [[`${before}${key}`, text]],
  );
/** `validate:max` for every key of a language, with its text. */
function messagesOf(folder: string, language: string): Map<string, string> {
  const files = globSync('*.json', { cwd: path.join(root, folder, language) });
  return new Map(
    files.flatMap((file) => flat(read(path.join(folder, language, file)), `${path.basename(file, '.json')}:`)),
  );
}
const holes = (text: string): string[] => [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1]!).sort();

describe.each(folders)('the messages of %s', (folder) => {
  const chinese = messagesOf(folder, 'zh-cn');
  const english = messagesOf(folder, 'en');

  it('have the same keys in both languages', () => {
    // Chinese has no singular.
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].filter((key) => !key.endsWith('_one')).sort());
  });

  it.each([...english].filter(([key]) => key.endsWith('_one')))(
    '%s speaks of one of what another speaks of many',
    (key, text) => {
      const many = english.get(key.slice(0, -'_one'.length));
      expect(many).toBeDefined();
      expect(holes(text).filter((hole) => ![...holes(many!), 'count'].includes(hole))).toEqual([]);
    },
  );

  it('are texts with the same holes', () => {
    for (const [key, text] of chinese) {
      expect(text, key).toMatch(/\S/);
      expect(holes(text), key).toEqual(holes(english.get(key) ?? ''));
    }
  });
});

describe('the server', () => {
  const { translate } = loadMessages(root);

  it.each<[string, number, string]>([
    ['rows:inUse', 1, 'one record of “T” uses it'],
    ['rows:inUse', 2, '2 records of “T” use it'],
    ['rows:inUse', 3047, '3,047 records of “T” use it'],
    ['auth:activity.editMany', 3047, 'changed 3,047 records of T'],
    ['rows:hasChildren', 1, 'the record below'],
    ['rows:hasChildren', 3, 'the 3 records below'],
    ['auth:groupHasMembers', 1, 'one administrator'],
    ['auth:groupHasMembers', 5, '5 administrators'],
    ['session:locked', 1, 'in a minute'],
    ['session:locked', 15, 'in 15 minutes'],
    ['login:failures', 1, 'There has been one failed sign-in attempt'],
    ['login:failures', 2, 'There have been 2 failed sign-in attempts'],
    ['table:confirmDel', 1, 'this record?'],
    ['table:confirmDel', 2, 'the selected records?'],
  ])('says %s of %i', (key, count, text) => {
    expect(translate('en', key, { count, table: 'T', who: '' })).toContain(text);
    expect(translate('zh-cn', key, { count, table: 'T', who: '' })).not.toMatch(/[a-z]{2}/);
  });
});

describe('the code', () => {
  const known = new Set(folders.flatMap((folder) => [...messagesOf(folder, 'en').keys()]));
  const sources = globSync('{src,resources,plugins}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules'] });
  // The first text of a call that makes a message, a `key:` or `message:`, or what a kind says when it is empty.
  const used =
    /(?:\b(?:refuse|new Problem|translate|t)\(\s*|\b(?:key|message|requiredMessage):\s*)['"`]([a-z][\w-]*:[A-Za-z][\w.]*)['"`]/g;

  it.each(sources)('%s uses only messages that exist', (file) => {
    const keys = [...readFileSync(path.join(root, file), 'utf8').matchAll(used)].map((match) => match[1]!);
    expect(keys.filter((key) => !known.has(key))).toEqual([]);
  });

  it('names no text in the browser that only the server has', () => {
    const loader = readFileSync(path.join(root, 'src/web/settings/laterTexts.ts'), 'utf8');
    const [, names = ''] = /'!.*\/locales\/\*\/\{(auth.+)\}\.json'/.exec(loader) ?? [];
    expect(names.split(',').toSorted()).toContain('database');
    const named = new RegExp(`['"\`](?:${names.replaceAll(',', '|')}):[A-Za-z]`);
    const inBrowser = globSync('{src/{web,resource},plugins/*/{web,shared}}{,/**}/*.{ts,tsx}', { cwd: root });
    expect(inBrowser.length).toBeGreaterThan(300);
    expect(inBrowser.filter((file) => named.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  });

  it('is read where it makes messages', () => {
    expect(existsSync(path.join(root, 'src/resource'))).toBe(true);
    expect(
      [...readFileSync(path.join(root, 'src/resource/fields/password.ts'), 'utf8').matchAll(used)].map(
        (match) => match[1],
      ),
    ).toEqual(['validate:password']);
  });
});
