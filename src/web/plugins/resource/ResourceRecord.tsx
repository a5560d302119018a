import type { Manifest } from '#resource';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Loading } from '../../components/Loading.tsx';
import { useText } from '../../settings/useText.ts';
import { RecordValues } from '../../table/record/RecordValues.tsx';
import { useRecord } from '../../table/record/useRecord.ts';
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
  const { data: row, error, refetch } = useRecord(manifest, id);
  if (error) return <LoadFailed title={text('loadFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!row) return <Loading paragraph={{ rows: 6 }} />;
  return <RecordValues manifest={manifest} sections={(fields ? manifest.form : manifest.record).sections} row={row} />;
}
