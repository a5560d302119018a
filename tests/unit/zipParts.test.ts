import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { temporaryFile } from '../../src/server/table/import/xlsx/temporaryFile.ts';
import { ZipParts } from '../../src/server/table/import/xlsx/zipParts.ts';
import { zipped } from '../support/workbook.ts';

it('unpacks no more than it may, however small the file is', async () => {
  const packed = await zipped(['a', 'b'].map((name) => ({ name, content: ['x'.repeat(100_000)] })));
  expect(packed.length).toBeLessThan(2000);
  const file = await temporaryFile(one(packed));
  try {
    const parts = await ZipParts.of(file, 150_000);
    const read = async (name: string): Promise<number> => {
      let size = 0;
      for await (const chunk of await parts.open(name)) size += (chunk as Buffer).length;
      return size;
    };
    expect(await read('a')).toBe(100_000);
    await expect(read('b')).rejects.toThrow('Too much is packed');
    await expect(read('c')).rejects.toThrow('no part c');
  } finally {
    await file.close();
  }
});

it('refuses a part that is not what was packed', async () => {
  const packed = await zipped([{ name: 'a', content: ['whole'] }]);
  // Its sum in the directory of the file.
  const at = packed.indexOf(Buffer.from('PK\x01\x02')) + 16;
  packed[at]! ^= 1;
  const file = await temporaryFile(one(packed));
  try {
    const part = await (await ZipParts.of(file)).open('a');
    await expect(buffer(part)).rejects.toThrow('not what was packed');
  } finally {
    await file.close();
  }
});

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
