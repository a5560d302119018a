import { expect, it } from 'vitest';
import { nameInWords } from '#resource';

it.each([
  ['paid_at', 'Paid at'],
  ['paidAt', 'Paid at'],
  ['failedJob', 'Failed job'],
  ['line2Price', 'Line2 price'],
  ['order_id', 'Order ID'],
  ['id', 'ID'],
  ['ipAddress', 'IP address'],
  ['paid_in_full', 'Paid in full'],
  ['site-map', 'Site map'],
  ['x', 'X'],
  ['_odd__name_', 'Odd name'],
  ['标题', '标题'],
  ['', ''],
])('shows %j as %j', (name, words) => {
  expect(nameInWords(name)).toBe(words);
});
