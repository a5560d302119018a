import type { FieldKind, FieldOptions } from '../field.ts';
import { area, areaKind } from './area.ts';
import { belongsTo, belongsToKind } from './belongsTo.ts';
import { belongsToMany, belongsToManyKind } from './belongsToMany.ts';
import { bool, boolKind } from './bool.ts';
import { color, colorKind } from './color.ts';
import { computed, computedKind } from './computed.ts';
import { date, dateKind } from './date.ts';
import { datetime, datetimeKind } from './datetime.ts';
import { decimal, decimalKind } from './decimal.ts';
import { email, emailKind } from './email.ts';
import { enumeration, enumKind } from './enum.ts';
import { enums, enumsKind } from './enums.ts';
import { file, fileKind } from './file.ts';
import { files, filesKind } from './files.ts';
import { icon, iconKind } from './icon.ts';
import { idCard, idCardKind } from './idCard.ts';
import { image, imageKind } from './image.ts';
import { images, imagesKind } from './images.ts';
import { int, intKind } from './int.ts';
import { json, jsonKind } from './json.ts';
import { keyValue, keyValueKind } from './keyValue.ts';
import { mobile, mobileKind } from './mobile.ts';
import { money, moneyKind } from './money.ts';
import { parent, parentKind } from './parent.ts';
import { password, passwordKind } from './password.ts';
import { percent, percentKind } from './percent.ts';
import { richText, richTextKind } from './richText.ts';
import { tags, tagsKind } from './tags.ts';
import { text, textKind } from './text.ts';
import { textarea, textareaKind } from './textarea.ts';
import { time, timeKind } from './time.ts';
import { timestamp, timestampKind } from './timestamp.ts';
import { url, urlKind } from './url.ts';
import { weigh, weighKind } from './weigh.ts';
import { year, yearKind } from './year.ts';

/** The fields of the language: `f.text({ … })`. */
export const f = {
  text,
  textarea,
  richText,
  int,
  decimal,
  money,
  percent,
  bool,
  enum: enumeration,
  enums,
  tags,
  date,
  time,
  datetime,
  timestamp,
  year,
  color,
  icon,
  url,
  email,
  mobile,
  idCard,
  password,
  json,
  keyValue,
  image,
  images,
  file,
  files,
  belongsTo,
  belongsToMany,
  parent,
  area,
  computed,
  weigh,
};

/** A kind with its types erased: kinds of every value and option stand in one list. */
export type AnyKind = FieldKind<unknown, FieldOptions>;
const erase = <T, O extends FieldOptions>(kind: FieldKind<T, O>): AnyKind => kind as unknown as AnyKind;

const kinds = new Map<string, AnyKind>(
  [
    erase(textKind),
    erase(textareaKind),
    erase(richTextKind),
    erase(intKind),
    erase(decimalKind),
    erase(moneyKind),
    erase(percentKind),
    erase(boolKind),
    erase(enumKind),
    erase(enumsKind),
    erase(tagsKind),
    erase(dateKind),
    erase(timeKind),
    erase(datetimeKind),
    erase(timestampKind),
    erase(yearKind),
    erase(colorKind),
    erase(iconKind),
    erase(urlKind),
    erase(emailKind),
    erase(mobileKind),
    erase(idCardKind),
    erase(passwordKind),
    erase(jsonKind),
    erase(keyValueKind),
    erase(imageKind),
    erase(imagesKind),
    erase(fileKind),
    erase(filesKind),
    erase(belongsToKind),
    erase(belongsToManyKind),
    erase(parentKind),
    erase(areaKind),
    erase(computedKind),
    erase(weighKind),
  ].map((kind) => [kind.kind, kind]),
);

/** The kind of that name; throws when there is none, since a resource that names it could not have been loaded. */
export function kindOf(name: string): AnyKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`There is no field kind "${name}". Kinds: ${[...kinds.keys()].join(', ')}.`);
  return kind;
}

/** Adds a plugin's kind. */
export function addKind<T, O extends FieldOptions>(kind: FieldKind<T, O>): void {
  if (kinds.has(kind.kind)) throw new Error(`The field kind "${kind.kind}" exists already; choose another name.`);
  kinds.set(kind.kind, erase(kind));
}
export const kindNames = (): readonly string[] => [...kinds.keys()];
