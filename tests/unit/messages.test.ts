import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadMessages } from '../../src/server/shared/messages.ts';

const root = mkdtempSync(join(tmpdir(), 'messages-'));
afterAll(() => rmSync(root, { recursive: true }));

const write = (file: string, texts: object): void => {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), JSON.stringify(texts));
};

it('says in another language what one has no text for, and nobody sees a key', () => {
  write('locales/zh-cn/order.json', { paid: '订单 {{number}} 已支付', only: '仅中文' });
  write('locales/en/order.json', { paid: 'Order {{number}} is paid' });
  write('plugins/review/locales/en/review.json', { stars: 'One to {{most}} stars' });
  const { translate, find, faults } = loadMessages(root);
  expect(faults).toEqual([]);
  expect(translate('en', 'order:paid', { number: 7 })).toBe('Order 7 is paid');
  expect(translate('en', 'order:only')).toBe('仅中文');
  expect(translate('zh-cn', 'review:stars', { most: 5 })).toBe('One to 5 stars');
  expect(find('zh-cn', 'review:nothing')).toBeUndefined();
});
