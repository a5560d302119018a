import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

// `node tools/pinyinOrder.ts`: writes down the order by pinyin of this Node.js, so that lists stay sorted as they are when
// another one knows better. A new order needs new names in `src/server/database/pinyin/names.ts`: keys of rows hold the old.
const { icu, cldr } = process.versions;
const collator = new Intl.Collator('zh-u-co-pinyin');
const characters = [
  ['\u3400', '\u4dbf'],
  ['\u4e00', '\u9fff'],
].flatMap(([first, last]) => {
  const start = first!.codePointAt(0)!;
  return Array.from({ length: last!.codePointAt(0)! - start + 1 }, (_, at) => String.fromCodePoint(start + at));
});
const order = characters.toSorted(collator.compare);
const doubled = order.findIndex((each, at) => at > 0 && collator.compare(order[at - 1]!, each) === 0);
if (doubled > 0) throw new Error(`${order[doubled - 1]} and ${order[doubled]} have one place.`);

const lines = Array.from({ length: order.length / 64 }, (_, at) => order.slice(at * 64, (at + 1) * 64).join(''));
const source = `CLDR ${cldr} (ICU ${icu}): collation of zh by pinyin, strokes and radicals, under the licence in UNICODE-LICENSE.txt`;
writeFileSync(
  join(import.meta.dirname, '../src/server/database/pinyin/order.json'),
  `${JSON.stringify({ source, order: lines }, null, 1)}\n`,
);
