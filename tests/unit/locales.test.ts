import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['locales', ...globSync('plugins/*/locales', { cwd: root })];
interface Messages {
  readonly [key: string]: string | Messages;
}

const read = (file: string): Messages => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Messages;
/** `did.add` and its text, however deep the file nests it. */
const flat = (messages: Messages, before: string): [string, string][] =>
  Object.entries(messages).flatMap(([key, text]): [string, string][] => (typeof text === 'object' ? flat(text, `${before}${key}.`) : [[`${before}${key}`, text]]));
/** `validate:max` for every key of a language, with its text. */
function messagesOf(folder: string, language: string): Map<string, string> {
  const files = globSync('*.json', { cwd: path.join(root, folder, language) });
  return new Map(files.flatMap((file) => flat(read(path.join(folder, language, file)), `${path.basename(file, '.json')}:`)));
}
const holes = (text: string): string[] => [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1]!).sort();

describe.each(folders)('the messages of %s', (folder) => {
  const chinese = messagesOf(folder, 'zh-cn');
  const english = messagesOf(folder, 'en');

  it('have the same keys in both languages', () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('are texts with the same holes', () => {
    for (const [key, text] of chinese) {
      expect(text, key).toMatch(/\S/);
      expect(holes(text), key).toEqual(holes(english.get(key) ?? ''));
    }
  });
});

describe('the code', () => {
  const known = new Set(folders.flatMap((folder) => [...messagesOf(folder, 'en').keys()]));
  const sources = globSync('{src,resources,plugins}/**/*.{ts,tsx}', { cwd: root });
  // The first text of a call that makes a message, a `key:` or `message:`, or what a kind says when it is empty.
  const used = /(?:\b(?:refuse|new Problem|translate|t)\(\s*|\b(?:key|message|requiredMessage):\s*)['"`]([a-z][\w-]*:[A-Za-z][\w.]*)['"`]/g;

  it.each(sources)('%s uses only messages that exist', (file) => {
    const keys = [...readFileSync(path.join(root, file), 'utf8').matchAll(used)].map((match) => match[1]!);
    expect(keys.filter((key) => !known.has(key))).toEqual([]);
  });

  it('is read where it makes messages', () => {
    expect(existsSync(path.join(root, 'src/resource'))).toBe(true);
    expect([...readFileSync(path.join(root, 'src/resource/fields/password.ts'), 'utf8').matchAll(used)].map((match) => match[1])).toEqual(['validate:password']);
  });
});
