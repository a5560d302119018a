import type { ComponentType, ReactNode } from 'react';
import type { FormSectionManifest, Label, Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import type { Values } from './formValues.ts';

/** What a form or a record hands to a section that a plugin draws. */
export interface FormSectionProps {
  readonly manifest: Manifest;
  /** The record as it was read; of a new one there is none. In the form of an action, the one that it is done with. */
  readonly row: ListRow | undefined;
  /** What the form holds now; in a record, its values. */
  readonly values: Values;
  /** Puts a value into the form, as if it had been typed. */
  readonly setValue: (name: string, value: unknown) => void;
  /** Nothing of it can be changed: in a record, or without the right. */
  readonly readOnly: boolean;
}

export type SectionPlace = 'below' | 'beside' | 'tab';

export interface OwnSection {
  readonly label?: Label | undefined;
  readonly place: SectionPlace;
  /** `instead` stands there where it fails. */
  readonly View: ComponentType<FormSectionProps & { readonly instead: ReactNode }>;
}

/** A section of a form with the name of what draws it. */
export interface SectionOfPlugin extends FormSectionManifest {
  readonly own: string;
}

const sections = new Map<string, OwnSection>();

export const addFormSection = (name: string, section: OwnSection): void => void sections.set(name, section);

/** How a plugin draws this section; undefined for those that list fields. */
export const ownSectionOf = (section: FormSectionManifest): OwnSection | undefined =>
  sections.get((section as Partial<SectionOfPlugin>).own ?? '');
