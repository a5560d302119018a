import { useOne, type HttpError } from '@refinedev/core';
import { Skeleton } from 'antd';
import type { FieldManifest, FormSectionManifest, Manifest } from '#resource';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { fieldViewOf } from '../../fields/index.ts';
import type { ListRow } from '../../fields/view.ts';
import { useText } from '../../settings/useText.ts';
import { ownSectionOf } from '../../table/formSections.ts';
import { labelOfSection, OwnSectionOfRecord } from '../../table/OwnSectionView.tsx';
import { placeOf } from '../../table/resourcePlace.ts';
import { valueOf } from '../../table/valueOf.ts';
import { useOwnManifest, type Wishes } from './ownManifest.ts';
import { WithManifest } from './WithManifest.tsx';
import './resource.css';

export interface ResourceRecordProps extends Pick<Wishes, 'fields'> {
  /** The path of the table: `content/article`. */
  readonly resource: string;
  readonly id: number;
}

/** A row to be read: its values under their labels, in the sections of its form. */
export const ResourceRecord = (props: ResourceRecordProps) => (
  <WithManifest key={`${props.resource} ${props.id}`} resource={props.resource}>
    {(manifest) => <Shown {...props} manifest={manifest} />}
  </WithManifest>
);

function Shown({ manifest: served, id, fields }: ResourceRecordProps & { manifest: Manifest }) {
  const text = useText();
  const manifest = useOwnManifest(served, { fields });
  const { query } = useOne<ListRow & { id: number }, HttpError>({ ...placeOf(manifest), id, errorNotification: false });
  const row = query.data?.data;
  if (query.isError)
    return <LoadFailed title={text('loadFailed')} reason={query.error.message} onRetry={() => void query.refetch()} />;
  if (!row) return <Skeleton active paragraph={{ rows: 6 }} aria-label={text('loading')} />;
  return manifest.form.sections.map((section, at) => (
    <Section key={at} manifest={manifest} section={section} row={row} />
  ));
}

/** A section with the values of its fields, or as the plugin draws it whose it is. */
function Section({ manifest, section, row }: { manifest: Manifest; section: FormSectionManifest; row: ListRow }) {
  const own = ownSectionOf(section);
  const label = own ? labelOfSection(own) : section.label;
  const values = (
    <dl className="record">
      {section.lines
        .flat()
        .flatMap((name) => manifest.fields[name] ?? [])
        .filter((field) => field.readable)
        .map((field) => (
          <Line key={field.name} table={manifest.name} field={field} row={row} />
        ))}
    </dl>
  );
  return (
    <section aria-label={label ?? undefined}>
      {label && <h3 className="record-section">{label}</h3>}
      {own ? <OwnSectionOfRecord own={own} section={section} instead={values} manifest={manifest} row={row} /> : values}
    </section>
  );
}

function Line({ table, field, row }: { table: string; field: FieldManifest; row: ListRow }) {
  const { Cell, wide = false } = fieldViewOf(table, field);
  return (
    <div data-wide={wide}>
      <dt>{field.label}</dt>
      <dd>
        <Cell table={table} field={field} row={row} value={valueOf(row, field)} />
      </dd>
    </div>
  );
}
