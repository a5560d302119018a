const units = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Milliseconds as `2 min 5 sec`; parts of a second where it was only a few. */
export function durationText(milliseconds: number, language: string): string {
  let left = Math.max(0, milliseconds) / 1000;
  if (left >= 10) left = Math.round(left);
  const parts = units.flatMap(([unit, size]) => {
    const count = size === 1 ? left : Math.floor(left / size);
    left -= count * size;
    return count > 0 ? [format(language, unit, count)] : [];
  });
  return parts.join(' ') || format(language, 'second', 0);
}

const format = (language: string, unit: string, count: number): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(
    count,
  );
