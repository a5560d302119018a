import { expect, it } from 'vitest';
import { pdfText } from '../server/files/pdfText.ts';
import { pdfBomb, pdfOf } from './sampleFiles.ts';

it('is the beginning of what the document says', async () => {
  expect(await pdfText(pdfOf('Forty-two pages'), 100)).toContain('Forty-two pages');
  expect(await pdfText(pdfOf('Forty-two pages'), 5)).toBe('Forty');
});

it('is given up of a small file that becomes huge when it is read', async () => {
  expect(await pdfText(pdfBomb(400), 100)).toBeUndefined();
});
