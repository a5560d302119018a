import i18next from 'i18next';
import { sizeText, type FieldManifest } from '#resource';
import { checkFile, type CheckMessage, type FileFacts, type UploadLimits } from '../../shared/checks.ts';

/** What a field says of its files: `f.image({ private: { upload: { maxSize: 1_000_000 } } })`. */
export interface FieldOptions {
  readonly private?: boolean;
  readonly maxSize?: number;
  readonly types?: string;
  readonly topic?: string;
}

export const fieldOptions = ({ private: given }: FieldManifest): FieldOptions =>
  (given?.['upload'] ?? {}) as FieldOptions;

/** What a chooser of files offers for a field, as the browser's `accept`; undefined for everything. */
export function acceptOf(field: FieldManifest): string | undefined {
  const entries = entriesOf(fieldOptions(field).types ?? '*');
  if (entries.includes('*')) return pictureKinds.has(field.kind) ? 'image/*' : undefined;
  return entries.map((each) => (each.includes('/') || each.startsWith('.') ? each : `.${each}`)).join();
}

/** Those of a list such as `jpg,.png,image/*`. */
const entriesOf = (types: string): string[] =>
  types
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

/** Types as people read them: `PDF, TXT, image/*`. Empty when all are taken. */
export function typesText(types: string): string {
  const entries = entriesOf(types);
  if (entries.includes('*')) return '';
  return entries.map((each) => (each.includes('/') ? each : each.replace(/^\./, '').toUpperCase())).join(', ');
}

/** Why a field does not take this file, by the checks of specification §5: those of the site, then those of the field. */
export function refusalOf(file: FileFacts, field: FieldManifest, site: UploadLimits): CheckMessage | undefined {
  const { maxSize = site.maxsize, types = '*' } = fieldOptions(field);
  const own: UploadLimits = { mimetype: pictureKinds.has(field.kind) ? 'image/*' : '*', maxsize: Infinity };
  const asked: readonly UploadLimits[] = [site, own, { mimetype: types, maxsize: maxSize }];
  const found = asked.flatMap((limits) => checkFile(file, limits) ?? []);
  return order.find((each) => found.includes(each));
}

/** What it does take, where that can be said in a line. */
export function cureOf(refused: CheckMessage, field: FieldManifest, site: UploadLimits): string {
  const { maxSize = site.maxsize, types = '*' } = fieldOptions(field);
  if (refused === 'upload:check.size')
    return i18next.t('upload:input.largest', { size: sizeText(Math.min(maxSize, site.maxsize)) });
  const allowed = typesText(types === '*' ? typesFor(field, site.mimetype) : types);
  return refused === 'upload:check.type' && allowed ? i18next.t('upload:input.allowed', { types: allowed }) : '';
}

/** Those of a list that a field may take: pictures only, where it holds pictures. */
const typesFor = (field: FieldManifest, types: string): string =>
  pictureKinds.has(field.kind) ? entriesOf(types).filter(isPictureType).join() : types;

const isPictureType = (entry: string): boolean =>
  /^(?:\*|image\/.*|\.?(?:jpe?g|png|gif|webp|avif|bmp|tiff?|svg|heic))$/i.test(entry);

const order = ['upload:check.incomplete', 'upload:check.type', 'upload:check.size'] as const;

/** Kinds whose files are pictures. */
const pictureKinds: ReadonlySet<string> = new Set(['image', 'images']);
