import { Suspense, useId } from 'react';
import { Code, type Manifest } from '#resource';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Loading } from '../../components/Loading.tsx';
import type { ListRow } from '../../fields/view.ts';
import { HttpProblem } from '../../http/problem.ts';
import { usePageName } from '../../navigation/pageNames.ts';
import { useTabScope } from '../../navigation/tabScope.ts';
import { useText } from '../../settings/useText.ts';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { loadTexts } from '../../settings/i18n.ts';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { nameOf } from '../nameOf.ts';
import { RowHistory } from '../RowHistory.tsx';
import { useAllowed } from '../useAllowed.ts';
import { useManifest } from '../useManifest.ts';
import { RecordHeader } from './RecordHeader.tsx';
import { RecordValues } from './RecordValues.tsx';
import { RelatedRows } from './RelatedRows.tsx';
import { BackToList, useLeaveRecord } from './recordPlace.tsx';
import { usePrint } from './usePrint.ts';
import { useRecord } from './useRecord.ts';
import './record.css';

const RecordLines = lazyPart(
  async () => (await Promise.all([import('./RecordLines.tsx'), loadTexts('lines')]))[0].RecordLines,
);

interface Props {
  /** Of the table: `content/article`. */
  readonly path: string;
  readonly id: number;
}

/** The page of a row: all that the caller may read of it, the rows of other tables that refer to it, and what became of it. */
export function RecordPage({ path, id }: Props) {
  const text = useText();
  const { data: manifest, error, refetch } = useManifest(path);
  if (manifest) return <Record manifest={manifest} id={id} />;
  if (error) return <LoadFailed title={text('record:failed')} reason={error.message} onRetry={() => void refetch()} />;
  return <Loading paragraph={{ rows: 8 }} />;
}

function Record({ manifest: served, id }: { manifest: Manifest; id: number }) {
  const text = useText();
  const manifest = useAllowed(served);
  const { path } = useTabScope();
  const { data: row, error, refetch } = useRecord(manifest, id);
  usePageName(path, row ? nameOf(manifest, row) : error && null);
  const leave = useLeaveRecord(manifest);
  const { page, isWhole, print } = usePrint();
  if (error)
    return (
      <LoadFailed
        title={text('record:failed')}
        reason={error.message}
        onRetry={isMissing(error) ? undefined : () => void refetch()}
        more={<BackToList manifest={manifest} />}
      />
    );
  if (!row) return <Loading paragraph={{ rows: 8 }} />;
  return (
    <article className="record-page" ref={page}>
      <RecordHeader
        manifest={manifest}
        row={row}
        onPrint={print}
        onDone={async () => {
          // What has been done may have taken the record away.
          if ((await refetch()).isError) leave();
        }}
      />
      <div className="record-body" data-history={manifest.actions.includes('history')}>
        <div className="record-main">
          <RecordValues manifest={manifest} sections={manifest.record.sections} row={row} />
          {manifest.lines.map((lines) => (
            <Suspense key={lines.table} fallback={<ListSkeleton lines={3} />}>
              <RecordLines parent={manifest} lines={lines} id={id} />
            </Suspense>
          ))}
          <OtherValues manifest={manifest} row={row} />
          <RelatedRows manifest={manifest} id={id} isWhole={isWhole} />
        </div>
        {manifest.actions.includes('history') && <History manifest={manifest} row={row} />}
      </div>
    </article>
  );
}

/** Whether the server has refused the record: none comes back by being asked for again, as after a lost connection. */
const isMissing = (error: Error): boolean =>
  error instanceof HttpProblem &&
  ((error.statusCode === 200 && error.code === Code.failure) || error.statusCode === 404);

/** What the form does not show comes last. */
function OtherValues({ manifest, row }: { manifest: Manifest; row: ListRow }) {
  const text = useText();
  const { sections, more } = manifest.record;
  const label = sections.length > 0 ? text('record:more') : null;
  return <RecordValues manifest={manifest} sections={[{ label, lines: more.map((name) => [name]) }]} row={row} />;
}

function History({ manifest, row }: { manifest: Manifest; row: ListRow }) {
  const text = useText();
  const id = useId();
  return (
    <aside className="record-history" aria-labelledby={id}>
      <h3 id={id} className="record-section">
        {text('history')}
      </h3>
      <RowHistory manifest={manifest} row={row} />
    </aside>
  );
}
