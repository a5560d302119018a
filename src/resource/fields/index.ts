import type { AnyKind } from '../field.ts';
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

/** The kinds that come with the language, by name. A plugin's kinds are the application's that loads it. */
export const builtInKinds: ReadonlyMap<string, AnyKind> = new Map(
  [
    textKind,
    textareaKind,
    richTextKind,
    intKind,
    decimalKind,
    moneyKind,
    percentKind,
    boolKind,
    enumKind,
    enumsKind,
    tagsKind,
    dateKind,
    timeKind,
    datetimeKind,
    timestampKind,
    yearKind,
    colorKind,
    iconKind,
    urlKind,
    emailKind,
    mobileKind,
    idCardKind,
    passwordKind,
    jsonKind,
    keyValueKind,
    imageKind,
    imagesKind,
    fileKind,
    filesKind,
    belongsToKind,
    belongsToManyKind,
    parentKind,
    areaKind,
    computedKind,
    weighKind,
  ].map((kind: AnyKind) => [kind.kind, kind]),
);

/** The built-in kind of that name; throws when there is none. */
export function kindOf(name: string): AnyKind {
  const kind = builtInKinds.get(name);
  if (!kind) throw new Error(`There is no built-in kind "${name}". Kinds: ${[...builtInKinds.keys()].join(', ')}.`);
  return kind;
}
