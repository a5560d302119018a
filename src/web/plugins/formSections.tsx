import type { ComponentType, ReactNode } from 'react';
import type { FieldsOf, FormSectionManifest, Label, Manifest, TableName, WritableKey } from '#resource';
import { lazyPage } from '../loading/lazyPage.tsx';
import {
  addFormSection,
  type FormSectionProps,
  type SectionOfPlugin,
  type SectionPlace,
} from '../table/formSections.ts';
import { shapeManifests } from '../table/manifestShapes.ts';
import { claim } from './claims.ts';
import { Fence } from './Fence.tsx';
import { expectField } from './missingFields.ts';

export interface FormSectionOptions<N extends TableName> {
  /** Tells it from other sections of the table. */
  readonly name: string;
  readonly table: N;
  /** Not the form of its rows, but the one that this action asks by; what is typed there are the action's fields. */
  readonly action?: string;
  /** Its heading, and the name of its tab. */
  readonly label?: Label;
  /** Below the fields, beside them where there is room, or on a tab of its own; below unless said otherwise. */
  readonly place?: SectionPlace;
  /**
   * Fields that it draws by `FormField`, in the stead of the form: they are checked and saved with all others. Who may see
   * none of them does not see the section.
   */
  readonly fields?: readonly WritableKey<FieldsOf<N>>[];
  /** Fetched when a form or a record of the table is first shown. */
  readonly load: () => Promise<{ default: ComponentType<FormSectionProps> }>;
  /** Names of its message files. */
  readonly texts?: readonly string[];
}

interface Registered {
  readonly own: string;
  readonly fields: readonly string[];
  readonly beside: boolean;
}
const registered = new Map<string, readonly Registered[]>();

/** Pixels that a section beside the fields has, with the gap. */
const besideWidth = 344;

/** Adds a section to the form of a table; where it throws, its fields are shown as the form would. */
export function drawSection<N extends TableName>(plugin: string, options: FormSectionOptions<N>): void {
  const { name, table, action, label, place = 'below', fields = [], load, texts = [] } = options;
  const form = action === undefined ? table : `${table}/${action}`;
  const own = `${form}/${name}`;
  if (!claim(plugin, `form section ${own}`)) return;
  for (const field of fields) expectField(plugin, table, field);
  const Section = lazyPage(async () => (await load()).default, ...texts);
  const Fenced = ({ instead, ...props }: FormSectionProps & { readonly instead: ReactNode }) => (
    <Fence plugin={plugin} part="section" name={own} instead={instead}>
      <Section {...props} />
    </Fence>
  );
  addFormSection(own, { label, place, View: Fenced });
  if (registered.size === 0) shapeManifests(withSections);
  const others = (registered.get(form) ?? []).filter((each) => each.own !== own);
  const all = [...others, { own, fields, beside: place === 'beside' }];
  registered.set(
    form,
    all.toSorted((one, other) => (one.own < other.own ? -1 : 1)),
  );
}

/** Takes the fields of sections out of where they stand, and puts the sections behind the others, in forms and records. */
function withSections(manifest: Manifest): Manifest {
  const own = (registered.get(manifest.name) ?? [])
    .map((each) => ({ ...each, fields: each.fields.filter((name) => Object.hasOwn(manifest.fields, name)), of: each }))
    .filter(({ fields, of }) => fields.length > 0 || of.fields.length === 0);
  if (own.length === 0) return manifest;
  const taken = own.flatMap(({ fields }) => fields);
  const added = own.map(({ own: name, fields }): SectionOfPlugin => ({
    label: null,
    lines: fields.map((field) => [field]),
    own: name,
  }));
  const withAdded = (sections: readonly FormSectionManifest[]): readonly FormSectionManifest[] => [
    ...sections
      .map((section) => ({
        ...section,
        lines: section.lines
          .map((line) => line.filter((name) => !taken.includes(name)))
          .filter((line) => line.length > 0),
      }))
      .filter(({ lines }) => lines.length > 0),
    ...added,
  ];
  const { form, record } = manifest;
  const width = form.width + (own.some(({ beside }) => beside) ? besideWidth : 0);
  return {
    ...manifest,
    form: { ...form, width, sections: withAdded(form.sections) },
    record: { sections: withAdded(record.sections), more: record.more.filter((name) => !taken.includes(name)) },
  };
}
