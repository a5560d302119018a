import { createContext, useContext, type PropsWithChildren } from 'react';
import { Link } from 'react-router';
import type { Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { useRecordAddress } from './record/recordAddress.ts';
import { isOffered } from './withheld.ts';

interface Opener {
  /** Where the record of a row is read; undefined where it has no page. */
  readonly address: ((id: number) => string) | undefined;
  readonly edit: (id: number) => void;
}
const OpenContext = createContext<Opener | undefined>(undefined);

interface Props {
  readonly manifest: Manifest;
  /** The view that its rows are in: those that have left the list cannot be opened. */
  readonly view: string | undefined;
  readonly onEdit: (id: number) => void;
}

/** Lets the titles of the rows in it open them. */
export function RowOpener({ manifest, view, onEdit, children }: PropsWithChildren<Props>) {
  const address = useRecordAddress(manifest);
  return <OpenContext value={view === undefined ? { address, edit: onEdit } : undefined}>{children}</OpenContext>;
}

/** What a row is called: leads to its record or, where that has no page, opens its form for whoever may change it. */
export function RowTitle({ manifest, row, children }: PropsWithChildren<{ manifest: Manifest; row: ListRow }>) {
  const opener = useContext(OpenContext);
  if (opener?.address)
    return (
      <Link className="row-title" to={opener.address(row.id)}>
        {children}
      </Link>
    );
  if (!opener || !manifest.actions.includes('edit') || !isOffered(row, 'edit')) return children;
  return (
    <button type="button" className="row-title" onClick={() => opener.edit(row.id)}>
      {children}
    </button>
  );
}

/** Texts only: what has a link of its own, or is changed in place, cannot stand within another. */
const kinds = new Set(['text', 'textarea']);
export const isTitle = (manifest: Manifest, { name, kind }: Manifest['fields'][string]): boolean =>
  name === manifest.title && kinds.has(kind) && !manifest.list.inline.includes(name);
