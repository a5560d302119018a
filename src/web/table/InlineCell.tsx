import { useUpdate, type HttpError } from '@refinedev/core';
import { useEffect, useRef, useState } from 'react';
import type { FieldManifest, Manifest } from '#resource';
import type { FieldView, ListRow } from '../fields/view.ts';
import { notify } from '../messages/notify.ts';
import { nameOf } from './nameOf.ts';
import { placeOf } from './resourcePlace.ts';
import { failureOf } from './saveFailure.ts';
import { useText } from '../settings/useText.ts';
import { useRowsRefresh } from './useRowsRefresh.ts';
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

/** Saves the value, once. Not in each cell: Refine's hook takes two milliseconds wherever it is drawn. */
function Saving({ manifest, field, row, value, onSettled }: Props & { value: unknown; onSettled: () => void }) {
  const { mutate } = useUpdate<ListRow & { id: number }, HttpError>();
  const refresh = useRowsRefresh(manifest);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const settle = async (): Promise<void> => {
      await refresh();
      onSettled();
    };
    mutate(
      {
        ...placeOf(manifest),
        id: row.id,
        values: { version: row['version'], [field.name]: value },
        successNotification: false,
        errorNotification: false,
        mutationMode: 'pessimistic',
        invalidates: [],
      },
      {
        // Others have changed it: there is nothing to compare, the list shows theirs.
        onError: (error) => failureOf(error).kind === 'stale' && notify.error(error.message),
        onSettled: () => void settle(),
      },
    );
  });
  return null;
}
