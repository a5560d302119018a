import { RightCircleOutlined } from '@ant-design/icons';
import { createContext, useContext, type PropsWithChildren } from 'react';
import { Link } from 'react-router';
import type { Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { useText } from '../settings/useText.ts';
import { nameOf } from './nameOf.ts';
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

interface TitleProps {
  readonly manifest: Manifest;
  readonly row: ListRow;
  /** What it is called has links of its own: a sign behind it leads to the record. */
  readonly hasLinks?: boolean | undefined;
}

/** What a row is called: leads to its record or, where that has no page, opens its form for whoever may change it. */
export function RowTitle({ manifest, row, hasLinks, children }: PropsWithChildren<TitleProps>) {
  const opener = useContext(OpenContext);
  if (hasLinks)
    return (
      <>
        {children} {opener?.address && <Sign to={opener.address(row.id)} name={nameOf(manifest, row)} />}
      </>
    );
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

function Sign({ to, name }: { to: string; name: string }) {
  const text = useText();
  const label = text('openRecord', { row: name });
  return (
    <Link className="row-title-sign" to={to} aria-label={label} title={label}>
      <RightCircleOutlined />
    </Link>
  );
}

/** Texts only: what has a link of its own, or is changed in place, cannot stand within another. */
const kinds = new Set(['text', 'textarea']);
export const isTitle = (manifest: Manifest, { name, kind }: Manifest['fields'][string]): boolean =>
  name === manifest.title && kinds.has(kind) && !manifest.list.inline.includes(name);
