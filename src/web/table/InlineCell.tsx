import { useEffect, useRef, useState } from 'react';
import type { FieldManifest, Manifest } from '#resource';
import type { FieldView, ListRow } from '../fields/view.ts';
import { nameOf } from './nameOf.ts';
import { useText } from '../settings/useText.ts';
import { useInlineSave } from './useInlineSave.ts';
import { valueOf } from './valueOf.ts';

interface Props {
  readonly manifest: Manifest;
  readonly field: FieldManifest;
  readonly row: ListRow;
}

/** A value that is saved as soon as it is changed; it turns back when saving fails. */
export function InlineCell({ Inline, ...of }: Props & { Inline: NonNullable<FieldView['Inline']> }) {
  const text = useText();
  const { manifest, field, row } = of;
  const [wanted, want] = useState<{ readonly value: unknown }>();
  return (
    <>
      <Inline
        field={field}
        label={text('ofRow', { field: field.label, row: nameOf(manifest, row) })}
        value={wanted ? wanted.value : valueOf(row, field)}
        busy={wanted !== undefined}
        onSave={(value) => want({ value })}
      />
      {wanted && <Saving {...of} value={wanted.value} onSettled={() => want(undefined)} />}
    </>
  );
}

/** Saves the value, once. Not in each cell: Refine's hooks take two milliseconds wherever they are drawn. */
function Saving({ manifest, field, row, value, onSettled }: Props & { value: unknown; onSettled: () => void }) {
  const save = useInlineSave(manifest, field);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void save(row, value).then(onSettled);
  });
  return null;
}
