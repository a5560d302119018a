import { areaView } from './area.tsx';
import { belongsToView } from './belongsTo.tsx';
import { belongsToManyView } from './belongsToMany.tsx';
import { boolView } from './bool.tsx';
import { colorView } from './color.tsx';
import { computedView } from './computed.tsx';
import { dateView } from './date.tsx';
import { datetimeView } from './datetime.tsx';
import { decimalView } from './decimal.tsx';
import { emailView } from './email.tsx';
import { enumView } from './enum.tsx';
import { enumsView } from './enums.tsx';
import { fileView } from './file.tsx';
import { filesView } from './files.tsx';
import { iconView } from './icon.tsx';
import { idCardView } from './idCard.tsx';
import { imageView } from './image.tsx';
import { imagesView } from './images.tsx';
import { intView } from './int.tsx';
import { jsonView } from './json.tsx';
import { keyValueView } from './keyValue.tsx';
import { mobileView } from './mobile.tsx';
import { moneyView } from './money.tsx';
import { parentView } from './parent.tsx';
import { passwordView } from './password.tsx';
import { percentView } from './percent.tsx';
import { richTextView } from './richText.tsx';
import { tagsView } from './tags.tsx';
import { textView } from './text.tsx';
import { textareaView } from './textarea.tsx';
import { timeView } from './time.tsx';
import { timestampView } from './timestamp.tsx';
import { urlView } from './url.tsx';
import type { FieldView } from './view.ts';
import { weighView } from './weigh.tsx';
import { yearView } from './year.tsx';

const views = new Map<string, FieldView>(
  Object.entries({
    text: textView,
    textarea: textareaView,
    richText: richTextView,
    int: intView,
    decimal: decimalView,
    money: moneyView,
    percent: percentView,
    bool: boolView,
    enum: enumView,
    enums: enumsView,
    tags: tagsView,
    date: dateView,
    time: timeView,
    datetime: datetimeView,
    timestamp: timestampView,
    year: yearView,
    color: colorView,
    icon: iconView,
    url: urlView,
    email: emailView,
    mobile: mobileView,
    idCard: idCardView,
    password: passwordView,
    json: jsonView,
    keyValue: keyValueView,
    image: imageView,
    images: imagesView,
    file: fileView,
    files: filesView,
    belongsTo: belongsToView,
    belongsToMany: belongsToManyView,
    parent: parentView,
    area: areaView,
    computed: computedView,
    weigh: weighView,
  }),
);

/** How a kind is drawn; kinds that nobody draws are shown and edited as text. */
export const viewOf = (kind: string): FieldView => views.get(kind) ?? textView;

/** Draws a plugin's kind, or draws one of ours in another way (the upload plugin does so for files). */
export function registerField(kind: string, view: FieldView): void {
  views.set(kind, view);
}
