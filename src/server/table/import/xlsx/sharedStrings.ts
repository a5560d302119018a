import { readXml } from './scanXml.ts';
import { TextOfItem } from './textOfItem.ts';

/** Characters and number of the texts that cells share, which are held in memory while a sheet is read. */
const most = { characters: 64_000_000, texts: 4_000_000 } as const;

/** The texts of a workbook, to which its cells refer by number. */
export async function readSharedStrings(bytes: AsyncIterable<Buffer>): Promise<readonly string[]> {
  const texts: string[] = [];
  let item: TextOfItem | undefined;
  let size = 0;
  await readXml(bytes, {
    open(name) {
      if (name === 'si') item = new TextOfItem();
      else item?.open(name);
    },
    text: (text) => item?.text(text),
    close(name) {
      item?.close(name);
      if (name !== 'si' || !item) return;
      texts.push(item.value);
      size += item.value.length;
      item = undefined;
      if (size > most.characters || texts.length > most.texts) throw new RangeError('Too many texts.');
    },
  });
  return texts;
}
