import { constants, deflateRawSync } from 'node:zlib';

/** A picture of one dot. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A page that says one line, as small as a PDF can be. */
export const pdfOf = (text: string): Buffer => pdfWith(Buffer.from(`BT /F1 24 Tf 72 700 Td (${text}) Tj ET`));

/** A page that is so many megabytes of nothing, unpacked. */
export function pdfBomb(megabytes: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(1_048_576, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const content = Buffer.concat([Buffer.from('789c', 'hex'), ...Array<Buffer>(megabytes).fill(packed)]);
  return pdfWith(content, '/Filter/FlateDecode');
}

function pdfWith(content: Buffer, filter = ''): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}${filter}>>stream\n${content.toString('latin1')}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let out = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = out.length;
    out += `${at + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${out.length}\n%%EOF`;
  return Buffer.from(out + table, 'latin1');
}
