import type { FieldManifest, FormSectionManifest, Manifest } from '#resource';
import { fieldViewOf } from '../../fields/index.ts';
import type { ListRow } from '../../fields/view.ts';
import { ownSectionOf } from '../formSections.ts';
import { labelOfSection, OwnSectionOfRecord } from '../OwnSectionView.tsx';
import { valueOf } from '../valueOf.ts';
import { OtherRecords } from './OtherRecords.tsx';
import './record.css';

interface Props {
  readonly manifest: Manifest;
  readonly sections: readonly FormSectionManifest[];
  readonly row: ListRow;
}

/** The values of a row under their labels, section by section. */
export const RecordValues = ({ sections, ...rest }: Props) =>
  sections.map((section, at) => <Section key={at} {...rest} section={section} />);

/** A section with the values of its fields, or as the plugin draws it whose it is. */
function Section({ manifest, section, row }: Omit<Props, 'sections'> & { section: FormSectionManifest }) {
  const own = ownSectionOf(section);
  const label = own ? labelOfSection(own) : section.label;
  const fields = section.lines
    .flat()
    .flatMap((name) => manifest.fields[name] ?? [])
    .filter((field) => field.readable);
  const values = (
    <dl className="record">
      {fields.map((field) => (
        <Line key={field.name} table={manifest.name} field={field} row={row} />
      ))}
    </dl>
  );
  if (!own && fields.length === 0) return null;
  return (
    <section aria-label={label ?? undefined}>
      {label && <h3 className="record-section">{label}</h3>}
      {own ? <OwnSectionOfRecord own={own} section={section} instead={values} manifest={manifest} row={row} /> : values}
    </section>
  );
}

/** Takes no line of its own. */
const isBlank = (value: unknown): boolean => value === null || value === undefined || value === '';

function Line({ table, field, row }: { table: string; field: FieldManifest; row: ListRow }) {
  const { Cell, Whole, others, wide = false } = fieldViewOf(table, field);
  const value = valueOf(row, field);
  const Shown = Whole ?? Cell;
  const shown = <Shown table={table} field={field} row={row} value={value} />;
  return (
    <div data-wide={wide && !isBlank(value)}>
      <dt>{field.label}</dt>
      <dd>
        {others && !Whole && field.relation?.path !== undefined ? (
          <OtherRecords path={field.relation.path} rows={others({ field, row, value })} instead={shown} />
        ) : (
          shown
        )}
      </dd>
    </div>
  );
}
