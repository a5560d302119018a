import { expect, it } from 'vitest';
import { placeOf } from '../../src/server/session/placeOf.ts';

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::FFFF:10.1.2.3', '10.1.2.3'],
  ['2001:db8:2:2::1', '2001:db8:2:2::/64'],
  ['2001:0DB8:0002:0002:1:2:3:4', '2001:db8:2:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['no address', 'no address'],
  ['', ''],
])('%j counts for %s', (ip, place) => {
  expect(placeOf(ip)).toBe(place);
});
