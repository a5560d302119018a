import type { FieldManifest, Manifest } from '#resource';
import { formFields } from './formValues.ts';

/** Fields that several rows can be given the same value of, in the order of the form. */
export const bulkFields = (manifest: Manifest): FieldManifest[] =>
  formFields(manifest).filter(({ readable, single }) => readable && !single);
