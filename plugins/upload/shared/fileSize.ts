import { accept, fieldKind, operatorsFor, refuse, type FieldOptions } from '#resource';

declare module '#resource' {
  interface SummableKinds {
    fileSize: true;
  }
}

const units = ['b', 'kb', 'mb', 'gb', 'tb'] as const;
const written = /^(\d{1,16}(?:\.\d{1,10})?) ?([kmgt]?b)?$/i;

/** A number of bytes; taken as people write it, too: `2 MB`. Stored as `f.int` stores it. */
export const fileSize = fieldKind<number, FieldOptions<number>, 'fileSize'>({
  kind: 'fileSize',
  label: { 'zh-cn': '文件大小', en: 'File size' },
  ownOptions: [],
  column: () => ({ type: 'integer' }),
  encoding: () => ({ as: 'number', scale: 0 }),
  operators: operatorsFor.number,
  parse(input) {
    const bytes = typeof input === 'string' ? bytesIn(input) : input;
    return typeof bytes === 'number' && Number.isSafeInteger(bytes) && bytes >= 0
      ? accept(bytes)
      : refuse('upload:settings.notSize');
  },
  summable: true,
  clientInput: () => 'number',
  samples: {
    accepted: [0, 1, '2', '2 MB', '1.5gb', '3 b'],
    refused: [-1, 1.5, '1.5', '1.5 b', 'MB', '2 m', '2,5 mb', '9007199254740993'],
  },
});

/** Undefined for anything but a size. */
function bytesIn(text: string): number | undefined {
  const [, number, unit = 'b'] = written.exec(text.trim()) ?? [];
  if (number === undefined) return undefined;
  const step = units.findIndex((each) => each === unit.toLowerCase());
  // Of a byte there is no part, of a kilobyte the nearest one counts.
  return step === 0 ? Number(number) : Math.round(Number(number) * 1024 ** step);
}
