import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSync, type Font } from 'fontkit';

/** Characters of the captcha that are told apart at a glance, also when they are turned a little: one of each that look alike. */
const sets = {
  chinese:
    '天地人日月山水火木金土风云雨雪花草树林鸟鱼马牛羊虎龙春夏秋冬东西南北上下左右大小多少红黄蓝绿白黑江河湖海星光明早晚年时分手足口耳目心头身前后里外开关门窗车船路桥田园家国城市书画琴棋茶米面果瓜豆麦竹石沙冰雷电声色香味',
  latin: 'ABDEFGHJKLMNPRSTUWXYZ3479',
};
const target = join(import.meta.dirname, '../src/server/session/captcha/glyphs.json');

// The fonts are not needed but for this: npm install --no-save @fontsource/noto-sans-sc, and hand over its files
// noto-sans-sc-chinese-simplified-700-normal.woff2 and noto-sans-sc-latin-700-normal.woff2.
const [chinese, latin] = process.argv.slice(2);
if (!chinese || !latin) throw new Error('Usage: node tools/captchaGlyphs.ts <Chinese font> <Latin font>');

const outlines = { chinese: outlinesOf(chinese, sets.chinese), latin: outlinesOf(latin, sets.latin) };
writeFileSync(target, `${JSON.stringify(outlines, null, 1)}\n`);

function outlinesOf(file: string, characters: string): Record<string, string> {
  const font = openSync(file) as Font;
  return Object.fromEntries([...characters].map((character) => [character, outlineOf(font, character)]));
}

/** SVG path data of a character in thousandths of its size, its middle at 0,0 and its head up, as canvases have it. */
function outlineOf(font: Font, character: string): string {
  const code = character.codePointAt(0)!;
  if (!font.hasGlyphForCodePoint(code)) throw new Error(`${font.fullName} has no ${character}.`);
  const { path } = font.glyphForCodePoint(code);
  const scale = 1000 / font.unitsPerEm;
  const { minX, maxX, minY, maxY } = path.bbox;
  return path
    .translate(-(minX + maxX) / 2, -(minY + maxY) / 2)
    .scale(scale, -scale)
    .toSVG()
    .replaceAll(/-?\d+(?:\.\d+)?/g, (number) => String(Math.round(Number(number))));
}
