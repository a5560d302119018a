import { normalized } from '#resource';

/** Characters beyond which a text is no day. */
const longest = 100;

/**
 * A day, with or without a time of day, as people and Excel write it, in the notation that fields read: `2026/1/2`, `2026.1.2 8:30`,
 * `2026年1月2日`. Anything else stays as it is, also where it is not clear which number is the month.
 */
export function writtenDate(text: string): string {
  if (text.length > longest) return text;
  const match =
    /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|年(\d{1,2})月(\d{1,2})日)(?:[ T]*(\d{1,2}):(\d\d)(?::(\d\d))?)?$/.exec(
      normalized(text).trim(),
    );
  if (!match) return text;
  const [year, , month = match[5]!, day = match[6]!] = match.slice(1) as string[];
  const [hour, minute, second = '00'] = match.slice(7) as (string | undefined)[];
  const time = hour === undefined ? '' : ` ${[hour, minute!, second].map(two).join(':')}`;
  return `${year}-${two(month)}-${two(day)}${time}`;
}

const two = (digits: string): string => digits.padStart(2, '0');
