import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { wholeTexts } from '../../tools/vite/wholeTexts.ts';

const root = mkdtempSync(join(tmpdir(), 'texts-'));
afterAll(() => rmSync(root, { recursive: true }));

const write = (file: string, texts: object): string => {
  const path = join(root, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, JSON.stringify(texts));
  return path;
};
const load = wholeTexts(root).load as unknown as (this: object, id: string) => string | null;

it('fills in what a language lacks with the texts of another, and says so', () => {
  const chinese = write('plugins/review/locales/zh-cn/review.json', {
    title: '评价',
    form: { save: '保存', drop: '丢弃' },
  });
  const english = write('plugins/review/locales/en/review.json', {
    form: { save: 'Save', many_one: 'one' },
    only: 'English only',
  });
  const whole = write('locales/zh-cn/whole.json', { many: '{{count}} 个' });
  write('locales/en/whole.json', { many_one: 'one', many: '{{count}}' });
  const warnings: string[] = [];
  const context = { warn: (text: string) => void warnings.push(text), addWatchFile: () => {} };
  expect(JSON.parse(load.call(context, english)!)).toEqual({
    title: '评价',
    form: { save: 'Save', many_one: 'one', drop: '丢弃' },
    only: 'English only',
  });
  expect(JSON.parse(load.call(context, chinese)!)).toEqual({
    title: '评价',
    form: { save: '保存', drop: '丢弃' },
    only: 'English only',
  });
  expect(warnings).toEqual([
    'plugins/review/locales/en/review.json has no title, form.drop: shown in zh-cn.',
    'plugins/review/locales/zh-cn/review.json has no only: shown in en.',
  ]);
  // Chinese has no singular.
  expect(load.call(context, whole)).toBeNull();
  expect(load.call(context, join(root, 'src/web/main.tsx'))).toBeNull();
});
