import type { NumberLook } from './numberFormats.ts';

/** Significant digits that a spreadsheet computes with; what follows them is noise of binary fractions. */
const digits = 15;
const secondsOfDay = 86_400;
/** Days from the day that a workbook calls 0 to 1 January 1970. */
const epochs = { 1900: 25_569, 1904: 24_107 } as const;
export type Epoch = keyof typeof epochs;
/** The last day that the calendar of fields has, 31 December 9999, counted from 1970. */
const lastDay = 2_932_896;

/** A whole number with more digits than a spreadsheet computes with, as programs write them: it has no noise. */
const longNumber = /^-?[1-9]\d{15,}$/;

/** The text of a number as people read it in its cell: `12.5%`, `2026-02-03`, `2026-02-03 04:05:06`, `04:05:06`, `36:00:00`. */
export function numberText(raw: string, look: NumberLook, epoch: Epoch): string {
  const value = raw.trim() === '' ? Number.NaN : Number(raw);
  if (!Number.isFinite(value)) return raw;
  if (look === 'number' && longNumber.test(raw)) return raw;
  if (look === 'percent') return `${decimalText(value * 100)}%`;
  const isClock = look === 'time' || look === 'moment';
  const text = isClock ? momentText(value, look, epoch) : look === 'span' ? spanText(value) : undefined;
  return text ?? decimalText(value);
}

function decimalText(value: number): string {
  const rounded = Number(value.toPrecision(digits));
  const text = String(rounded);
  // Neither group of digits nor exponent.
  return text.includes('e') ? rounded.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : text;
}

/** Hours, minutes and seconds, however many hours; undefined for what is no span of time. */
function spanText(value: number): string | undefined {
  if (value < 0 || value > lastDay) return undefined;
  const seconds = Math.round(value * secondsOfDay);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Undefined for what is no day of the calendar. A whole day has no time, and what is before the first day no day. */
function momentText(value: number, look: NumberLook, epoch: Epoch): string | undefined {
  if (value < 0 || value > lastDay + epochs[epoch] + 1 || (value === 0 && look === 'moment')) return undefined;
  const seconds = Math.round(value * secondsOfDay);
  const [day, time] = [Math.floor(seconds / secondsOfDay), seconds % secondsOfDay];
  const clock = new Date(time * 1000).toISOString().slice(11, 19);
  if (day === 0) return clock;
  // Excel has a 29 February 1900, which never was: the days before it are one later than they count.
  const missing = epoch === 1900 && day < 60 ? 1 : 0;
  const days = day - epochs[epoch] + missing;
  if (days > lastDay) return undefined;
  const date = new Date(days * secondsOfDay * 1000).toISOString().slice(0, 10);
  return time === 0 ? date : `${date} ${clock}`;
}
