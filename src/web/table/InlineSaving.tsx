import { useEffect, useRef } from 'react';
import type { FieldManifest, Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { useInlineSave } from './useInlineSave.ts';

interface Props {
  readonly manifest: Manifest;
  readonly field: FieldManifest;
  readonly row: ListRow;
  readonly value: unknown;
  readonly onSettled: () => void;
}

/** Saves the value, once. Not in each cell: Refine's hooks take two milliseconds wherever they are drawn. */
export function InlineSaving({ manifest, field, row, value, onSettled }: Props) {
  const save = useInlineSave(manifest, field);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void save(row, value).then(onSettled);
  });
  return null;
}
