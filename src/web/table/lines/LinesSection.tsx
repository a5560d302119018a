import { Alert } from 'antd';
import { useEffect, useId, useSyncExternalStore } from 'react';
import type { LinesManifest, Manifest } from '#resource';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useText } from '../../settings/useText.ts';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { useAllowed } from '../useAllowed.ts';
import { useManifest } from '../useManifest.ts';
import type { FormLines } from './formLines.ts';
import { LinesGrid } from './LinesGrid.tsx';
import { useLineRows } from './useLineRows.ts';
import './lines.css';

interface Props {
  readonly parent: Manifest;
  readonly lines: LinesManifest;
  /** Of the row whose lines they are; a new one has none yet. */
  readonly id: number | undefined;
  /** The row that a new one is made after: its lines are copied too. */
  readonly copied: number | undefined;
  readonly form: FormLines;
  readonly locked: boolean;
}

/** The rows of another table that belong to the row of the form, to be changed with it. */
export function LinesSection(props: Props) {
  const text = useText();
  const heading = useId();
  const { lines } = props;
  const { data: manifest, error, refetch } = useManifest(lines.path);
  const failed = error && (
    <LoadFailed title={text('loadFailed')} reason={error.message} onRetry={() => void refetch()} />
  );
  return (
    <section className="lines" aria-labelledby={heading}>
      <h3 id={heading}>{lines.label}</h3>
      {failed ?? (manifest ? <Loaded {...props} manifest={manifest} heading={heading} /> : <ListSkeleton lines={3} />)}
    </section>
  );
}

function Loaded({
  parent,
  lines,
  id,
  copied,
  form,
  locked,
  manifest: served,
  heading,
}: Props & { manifest: Manifest; heading: string }) {
  const text = useText();
  const manifest = useAllowed(served);
  const generation = useSyncExternalStore(form.subscribe, () => form.generation);
  const source = id ?? copied;
  const table = useSyncExternalStore(form.subscribe, () => form.of(lines.table));
  const { data, error, refetch } = useLineRows(parent, lines, manifest, source, generation);
  const isTooLong = data !== undefined && data.total > lines.most;
  useEffect(() => {
    if (source === undefined) form.load(lines, manifest, [], true);
    else if (data && !isTooLong) form.load(lines, manifest, data.rows, id === undefined);
  }, [form, lines, manifest, source, id, data, isTooLong, generation]);
  if (error) return <LoadFailed title={text('loadFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (isTooLong) return <Alert type="info" showIcon title={text('lines:tooMany', { count: data.total })} />;
  if (!table) return <ListSkeleton lines={3} />;
  return <LinesGrid table={table} form={form} locked={locked} heading={heading} />;
}
