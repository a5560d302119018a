import type { FieldManifest } from '#resource';
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

/** Why a field does not take this file, by the checks of specification §5: those of the site, then those of the field. */
export function refusalOf(file: FileFacts, field: FieldManifest, site: UploadLimits): CheckMessage | undefined {
  const { maxSize = site.maxsize, types = '*' } = fieldOptions(field);
  const own: UploadLimits = { mimetype: pictureKinds.has(field.kind) ? 'image/*' : '*', maxsize: Infinity };
  const asked: readonly UploadLimits[] = [site, own, { mimetype: types, maxsize: maxSize }];
  const found = asked.flatMap((limits) => checkFile(file, limits) ?? []);
  return order.find((each) => found.includes(each));
}

const order = ['upload:check.incomplete', 'upload:check.type', 'upload:check.size'] as const;

/** Kinds whose files are pictures. */
const pictureKinds: ReadonlySet<string> = new Set(['image', 'images']);
