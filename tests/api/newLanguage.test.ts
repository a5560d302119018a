import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyProject } from '../support/copyProject.ts';

let place: string;
beforeAll(() => {
  place = copyProject(mkdtempSync(join(tmpdir(), 'language-')));
  // All that CONTRIBUTING says of a new language: a folder, and a line.
  cpSync(join(place, 'locales/en'), join(place, 'locales/fr'), { recursive: true });
  change('locales/fr/rows.json', /"deleted": ".*?"/, '"deleted": "Supprimé"');
  change('locales/fr/antd.ts', 'en_US', 'fr_FR');
  writeFileSync(join(place, 'locales/fr/dayjs.ts'), "import 'dayjs/locale/fr';\n");
  change('src/resource/label.ts', "en: 'English'", "en: 'English', fr: 'Français'");
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function change(name: string, from: string | RegExp, to: string): void {
  const file = join(place, name);
  const text = readFileSync(file, 'utf8');
  expect(text.replace(from, to)).not.toBe(text);
  writeFileSync(file, text.replace(from, to));
}

const run = (...args: readonly string[]): string =>
  execFileSync(process.execPath, args, { cwd: place, encoding: 'utf8', timeout: 500_000 });

it('needs a folder of texts and one line: everything still compiles', () => {
  const include = ['src', 'resources', 'plugins', 'locales'];
  const own = { extends: './tsconfig.json', include, exclude: ['plugins/*/tests'] };
  writeFileSync(join(place, 'tsconfig.own.json'), JSON.stringify(own));
  expect(run('node_modules/typescript/bin/tsc', '--noEmit', '--project', 'tsconfig.own.json')).toBe('');
});

it('is spoken by the server; what a file does not say in it is read in the default one', () => {
  const program = `
    import { languageOf, modelOf, table, f, textOf } from '#resource';
    import { labelsFrom, loadMessages } from './src/server/shared/messages.ts';
    const messages = loadMessages('.');
    const language = languageOf('fr');
    const one = table('note', { title: f.text() }).resource({ label: { 'zh-cn': '笔记', en: 'Notes', fr: 'Cahiers' } });
    console.log(JSON.stringify([
      language,
      messages.translate(language, 'rows:deleted'),
      textOf(labelsFrom(messages)('rows:deleted'), language),
      textOf(modelOf(one).label, language),
      textOf({ 'zh-cn': '笔记', en: 'Notes' }, language),
      textOf({ 'zh-cn': '笔记', en: 'Notes' }, 'en'),
    ]));`;
  writeFileSync(join(place, 'speak.ts'), program);
  expect(JSON.parse(run('speak.ts'))).toEqual(['fr', 'Supprimé', 'Supprimé', 'Cahiers', '笔记', 'Notes']);
});
