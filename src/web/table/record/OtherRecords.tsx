import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OtherRow } from '../../fields/view.ts';
import { useRecordAddress } from './recordAddress.ts';

interface Props {
  /** Of their table. */
  readonly path: string;
  readonly rows: readonly OtherRow[];
  /** What stands there where nothing can be opened. */
  readonly instead: ReactNode;
}

/** The rows that a value names, each a link to its record. */
export function OtherRecords({ path, rows, instead }: Props) {
  const address = useRecordAddress({ path });
  if (!address || rows.length === 0) return instead;
  return (
    <span className="record-others">
      {rows.map(({ id, label }) =>
        label === undefined ? (
          <span key={id}>#{id}</span>
        ) : (
          <Link key={id} to={address(id)}>
            {label}
          </Link>
        ),
      )}
    </span>
  );
}
