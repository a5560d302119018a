import { expect, it } from 'vitest';
import { withoutSlashes } from '../../src/server/shared/withoutSlashes.ts';

it.each([
  ['/index', '/index'],
  ['/index///', '/index'],
  ['//a//b//', '//a//b'],
  ['///', '/'],
  ['/', '/'],
  ['', ''],
])('%s without slashes at its end is %s', (given, path) => expect(withoutSlashes(given)).toBe(path));
