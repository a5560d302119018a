import { expect, it } from 'vitest';
import { textsOf } from '../../src/server/table/import/charset.ts';

// GBK: 标题,price / 重庆,2.50
const gbk = Buffer.from('b1eacce22c70726963650d0ad6d8c7ec2c322e35300d0a', 'hex');

async function* inBytes(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 1) yield content.subarray(at, at + 1);
}

it.each([
  ['Chinese', gbk, '标题,price\r\n重庆,2.50\r\n', 'gb18030'],
  ['UTF-8', Buffer.from('price,标题\n2.50,重庆\n'), 'price,标题\n2.50,重庆\n', 'utf-8'],
])('tells %s by all that a file has, in however small parts it comes', async (_what, content, text, charset) => {
  const told: string[] = [];
  const texts: string[] = [];
  for await (const each of textsOf(inBytes(content), (found) => told.push(found))) texts.push(each);
  expect(texts.join('')).toBe(text);
  expect(told).toEqual([charset]);
});
