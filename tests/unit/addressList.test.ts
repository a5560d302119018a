import { expect, it } from 'vitest';
import { addressList, isListed, tooWideIn, wrongAddressIn } from '../../src/server/settings/addressList.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.0/24', '::ffff:203.0.113.7'],
  ['203.0.113.0/24', '::FFFF:cb00:7107'],
  ['203.0.113.0/24', '0:0:0:0:0:ffff:203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.0/120', '203.0.113.7'],
  ['::ffff:203.0.113.0/120', '::ffff:203.0.113.7'],
  ['203.0.113.7', '203.0.113.7:51234'],
  ['2001:db8::/32', '2001:DB8:1::7'],
  ['2001:db8::/32', '[2001:db8:1::7]:443'],
  ['2001:db8::/32', '2001:db8:1::7%eth0'],
])('"%s" holds %s', (list, ip) => expect(isListed(addressList(list), ip)).toBe(true));

it.each([
  ['203.0.113.0/24', '203.0.114.7'],
  ['203.0.113.0/24', 'unknown'],
  ['203.0.113.0/24', ''],
  ['2001:db8::/32', '203.0.113.7'],
  ['127.0.0.0/8', '127.0.0.1'],
  ['127.0.0.0/8', '::ffff:127.0.0.1'],
  ['::1', '::1'],
])('"%s" does not hold "%s"', (list, ip) => expect(isListed(addressList(list), ip)).toBe(false));

it.each(['1.2.3', '1.2.3.4/33', '2001:db8::/129', '1.2.3.4/8/8', '1.2.3.4/', 'x', '0177.0.0.1', '1.2.3.4/1e1'])(
  'refuses "%s"',
  (entry) => expect(wrongAddressIn(`10.1.0.0/16, ${entry}`)).toBe(entry),
);

it.each([
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0/1',
  '128.0.0.0/7',
  '8000::/1',
  '2000::/3',
  '::ffff:0.0.0.0/96',
  '::ffff:0:0/100',
])('finds that nearly everybody is in %s', (entry) => expect(tooWideIn(`203.0.113.7\n${entry}`)).toBe(entry));

it.each(['10.0.0.0/8', '2001::/16', '203.0.113.7', '::ffff:10.0.0.0/104'])('takes %s', (entry) =>
  expect([wrongAddressIn(entry), tooWideIn(entry)]).toEqual([undefined, undefined]),
);
