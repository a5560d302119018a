import { Typography } from 'antd';
import { useId } from 'react';
import type { LinesManifest, Manifest } from '#resource';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { Loading } from '../components/Loading.tsx';
import { useText } from '../settings/useText.ts';
import { ChangeList } from './ChangeList.tsx';
import type { Entry } from './history.ts';
import { nameOf } from './nameOf.ts';
import { useManifest } from './useManifest.ts';

interface Props {
  readonly lines: LinesManifest;
  /** What was done at once to lines of this table. */
  readonly entries: readonly Entry[];
}

/** What somebody did to the lines of a row, line by line. */
export function LineChanges({ lines, entries }: Props) {
  const heading = useId();
  if (entries.length === 0) return null;
  return (
    <section className="history-lines" aria-labelledby={heading}>
      <p id={heading}>{lines.label}</p>
      <Loaded lines={lines} entries={entries} />
    </section>
  );
}

function Loaded({ lines, entries }: Props) {
  const text = useText();
  const { data: manifest, error, refetch } = useManifest(lines.path);
  if (error) return <LoadFailed title={text('loadFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!manifest) return <Loading title={false} paragraph={{ rows: 1 }} />;
  const isMoved = entries.some(({ action }) => action === 'sortable');
  return (
    <ul>
      {entries
        .filter(({ action }) => action !== 'sortable')
        .map((entry) => (
          <Line key={entry.id} manifest={manifest} by={lines.field} entry={entry} />
        ))}
      {isMoved && <li>{text('record:did.sortable')}</li>}
    </ul>
  );
}

/** Whatever else there is an action for has changed the line. */
const words: Readonly<Record<string, string>> = { add: 'add', del: 'del', destroy: 'del', restore: 'restore' };

function Line({ manifest, by, entry }: { manifest: Manifest; by: string; entry: Entry }) {
  const text = useText();
  const { action, label, line, changes } = entry;
  const row = line!.row;
  const [isNew, isGone] = [action === 'add', action === 'del' || action === 'destroy'];
  // What names it stands before its values, and whose line it is above them.
  const said = isNew || isGone ? [by, manifest.title] : [];
  const shown = Object.fromEntries(Object.entries(changes).filter(([name]) => !said.includes(name)));
  return (
    <li>
      <Typography.Text strong>{nameOf(manifest, row)}</Typography.Text>
      <Typography.Text type="secondary"> · {label ?? text(`record:did.${words[action] ?? 'edit'}`)}</Typography.Text>
      <ChangeList manifest={manifest} changes={shown} row={row} isNew={isNew} isGone={isGone} />
    </li>
  );
}
