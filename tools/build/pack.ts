import { readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Kinds of files that get smaller; the others are packed by themselves. */
const packable = /\.(?:js|css|svg|json|html|txt|map|ttf|eot)$/;
/** Bytes under which a packet of the network holds the file anyway. */
const smallest = 1400;

/** Lays a brotli and a gzip file beside each file of the folder that has none yet, packed as well as can be. */
export async function packFiles(folder: string): Promise<void> {
  const names = readdirSync(folder);
  const waiting = names.filter(
    (name) => packable.test(name) && !names.includes(`${name}.br`) && statSync(join(folder, name)).size > smallest,
  );
  await Promise.all(waiting.map((name) => pack(join(folder, name))));
}

async function pack(file: string): Promise<void> {
  const plain = await readFile(file);
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain, best), promisify(gzip)(plain, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
