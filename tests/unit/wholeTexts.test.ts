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

it('fills in what a language lacks with the texts of the default language, and says so', () => {
  const chinese = write('plugins/review/locales/zh-cn/review.json', {
    title: '评价',
    form: { save: '保存', drop: '丢弃' },
  });
  const english = write('plugins/review/locales/en/review.json', { form: { save: 'Save' }, only: 'English only' });
  const warnings: string[] = [];
  const context = { warn: (text: string) => void warnings.push(text), addWatchFile: () => {} };
  expect(JSON.parse(load.call(context, english)!)).toEqual({
    title: '评价',
    form: { save: 'Save', drop: '丢弃' },
    only: 'English only',
  });
  expect(warnings).toEqual(['plugins/review/locales/en/review.json has no title, form.drop: shown in zh-cn.']);
  expect(load.call(context, chinese)).toBeNull();
  expect(load.call(context, join(root, 'src/web/main.tsx'))).toBeNull();
});
