import { createContext, useContext, type PropsWithChildren } from 'react';
import type { Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { isOffered } from './withheld.ts';

const OpenContext = createContext<((id: number) => void) | undefined>(undefined);
/** Says what opens a row of this list; undefined where none can be opened. */
export const RowOpener = OpenContext.Provider;

/** What a row is called, which opens it where the caller may change it. */
export function RowTitle({ manifest, row, children }: PropsWithChildren<{ manifest: Manifest; row: ListRow }>) {
  const open = useContext(OpenContext);
  if (!open || !manifest.actions.includes('edit') || !isOffered(row, 'edit')) return children;
  return (
    <button type="button" className="row-title" onClick={() => open(row.id)}>
      {children}
    </button>
  );
}

/** Texts only: what has a link of its own, or is changed in place, cannot stand within another. */
const kinds = new Set(['text', 'textarea']);
export const isTitle = (manifest: Manifest, { name, kind }: Manifest['fields'][string]): boolean =>
  name === manifest.title && kinds.has(kind) && !manifest.list.inline.includes(name);
