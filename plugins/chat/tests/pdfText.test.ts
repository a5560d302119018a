import { expect, it } from 'vitest';
import { pdfText } from '../server/files/pdfText.ts';
import { pdfBomb, pdfOf } from './sampleFiles.ts';

it('is the beginning of what the document says', async () => {
  expect(await pdfText({ bytes: pdfOf('Forty-two pages'), longest: 100 }, 'ann')).toContain('Forty-two pages');
  expect(await pdfText({ bytes: pdfOf('Forty-two pages'), longest: 5 }, 'ann')).toBe('Forty');
});

it.each([
  ['a small file that becomes huge when it is read', () => pdfBomb(700)],
  [
    'one that fills the heap with lists in lists',
    () => Buffer.concat([pdfOf('').subarray(0, 9), Buffer.alloc(10_000_000, '[')]),
  ],
  ['none', () => Buffer.from('%PDF-1.4\nnonsense')],
])('is given up of %s', async (_name, made) => {
  expect(await pdfText({ bytes: made(), longest: 100 }, 'ann')).toBeUndefined();
});
