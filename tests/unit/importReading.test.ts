import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { FairQueue, type QueuePlace } from '#plugin';
import { csvLines } from '../../src/server/table/import/csvLines.ts';
import { sheetLines } from '../../src/server/table/import/xlsx/sheetLines.ts';
import { scanXml } from '../../src/server/table/import/xlsx/scanXml.ts';
import { xlsxLines } from '../../src/server/table/import/xlsx/xlsxLines.ts';
import { workbookOf } from '../support/workbook.ts';

const read = async (lines: AsyncIterable<unknown>): Promise<unknown[]> => {
  const all: unknown[] = [];
  for await (const line of lines) all.push(line);
  return all;
};

it('refuses a CSV file of more lines than an import has, empty ones too', async () => {
  const bytes = Readable.from(['name\n', ...Array.from({ length: 21 }, () => '\n'.repeat(100_000))].map(Buffer.from));
  await expect(read(csvLines(bytes, () => {}))).rejects.toThrow('import:tooManyLines');
});

it('reads no more elements of XML than it may', async () => {
  const xml = () => Readable.from([Buffer.from('<a><b/><b/></a>')]);
  await expect(read(scanXml(xml(), {}, 3))).resolves.not.toEqual([]);
  await expect(read(scanXml(xml(), {}, 2))).rejects.toThrow('too many elements');
});

it('refuses a sheet of more rows than an import has, empty ones too', async () => {
  const rows = Array.from({ length: 21 }, () => '<row/>'.repeat(100_000));
  const bytes = Readable.from(['<sheetData>', ...rows, '</sheetData>'].map((text) => Buffer.from(text)));
  const context = { texts: [], looks: [], epoch: 1900 } as never;
  await expect(read(sheetLines(bytes, context))).rejects.toThrow('too many rows');
});

it('reads no workbook any more whose sender has hung up while it waited', async () => {
  const queue = new FairQueue(1, { files: { share: 1, most: 9, mostOfKey: 9 } });
  const before = Promise.withResolvers<void>();
  void queue.enter('files', 'other')!.run(() => before.promise);
  const hungUp = new AbortController();
  const rows = '<row><c t="str"><v>name</v></c></row><row><c t="str"><v>Ada</v></c></row>';
  const file = await workbookOf({ sheets: { One: rows } });
  const bytes = () => Readable.from([file]);
  const waits = Promise.withResolvers<void>();
  const place = queue.enter('files', 'one')!;
  const told: QueuePlace = {
    run: (job) => {
      waits.resolve();
      return place.run(job);
    },
    leave: () => place.leave(),
  };
  const given = read(xlsxLines(bytes(), told, hungUp.signal));
  const others = read(xlsxLines(bytes(), queue.enter('files', 'two')!));
  const refused = expect(given).rejects.toThrow('import:brokenWorkbook');
  await waits.promise;
  hungUp.abort();
  before.resolve();
  await refused;
  expect(await others).toEqual([
    [1, ['name']],
    [2, ['Ada']],
  ]);
  await expect(read(xlsxLines(bytes(), queue.enter('files', 'one')!, AbortSignal.abort()))).rejects.toThrow();
});
