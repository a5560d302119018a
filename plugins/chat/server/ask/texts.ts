import { dateTimeText, type Caller, type FieldManifest } from '#resource';
import type { ChatParts } from '../chatParts.ts';
import { meaningOf } from './meaning.ts';

/** Characters of a value that a model is shown. */
const longest = 500;

/** A value as a model reads it: moments by the clock of the site, long texts cut. */
export function valueFor(field: FieldManifest, value: unknown): unknown {
  if (meaningOf(field) === 'moment' && typeof value === 'number') return dateTimeText(value);
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest).toWellFormed()}…` : value;
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined;
  return text !== undefined && text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : value;
}

/** A value as a person reads it: by the labels of its kind. */
export function textFor({ host }: ChatParts, { language }: Caller, field: FieldManifest, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  const meaning = meaningOf(field);
  if (meaning === 'moment' && typeof value === 'number') return dateTimeText(value);
  if (meaning === 'bool') return host.translate({ key: value ? 'chatServer:ask.yes' : 'chatServer:ask.no' }, language);
  const items = field.options['items'] as Readonly<Record<string, { readonly label: string }>> | undefined;
  const one = (each: unknown): string => {
    const text = typeof each === 'object' ? JSON.stringify(each) : String(each as string | number);
    return items && Object.hasOwn(items, text) ? items[text]!.label : text;
  };
  return Array.isArray(value) ? value.map(one).join(', ') : one(value);
}
