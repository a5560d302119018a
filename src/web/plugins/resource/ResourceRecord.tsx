import { useOne, type HttpError } from '@refinedev/core';
import { Skeleton } from 'antd';
import type { Manifest } from '#resource';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import type { ListRow } from '../../fields/view.ts';
import { useText } from '../../settings/useText.ts';
import { RecordValues } from '../../table/record/RecordValues.tsx';
import { placeOf } from '../../table/resourcePlace.ts';
import { useOwnManifest, type Wishes } from './ownManifest.ts';
import { WithManifest } from './WithManifest.tsx';

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
  return <RecordValues manifest={manifest} sections={(fields ? manifest.form : manifest.record).sections} row={row} />;
}
