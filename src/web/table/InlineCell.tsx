import { useUpdate, type HttpError } from '@refinedev/core';
import { useState } from 'react';
import type { FieldManifest, Manifest } from '#resource';
import type { FieldView, ListRow } from '../fields/view.ts';
import { notify } from '../messages/notify.ts';
import { nameOf } from './nameOf.ts';
import { placeOf } from './resourcePlace.ts';
import { failureOf } from './saveFailure.ts';
import { useText } from '../settings/useText.ts';
import { useRowsRefresh } from './useRowsRefresh.ts';
import { valueOf } from './valueOf.ts';

/** A value that is saved as soon as it is changed; it turns back when saving fails. */
export function InlineCell({
  manifest,
  field,
  row,
  Inline,
}: {
  manifest: Manifest;
  field: FieldManifest;
  row: ListRow;
  Inline: NonNullable<FieldView['Inline']>;
}) {
  const text = useText();
  const { busy, wanted, save } = useInlineSave(manifest, field, row);
  return (
    <Inline
      field={field}
      label={text('ofRow', { field: field.label, row: nameOf(manifest, row) })}
      value={wanted ?? valueOf(row, field)}
      busy={busy}
      onSave={save}
    />
  );
}

function useInlineSave(manifest: Manifest, field: FieldManifest, row: ListRow) {
  const { mutate } = useUpdate<ListRow & { id: number }, HttpError>();
  const refresh = useRowsRefresh(manifest);
  const [wanted, setWanted] = useState<unknown>();
  const save = (value: unknown): void => {
    setWanted(value);
    const settle = async (): Promise<void> => {
      await refresh();
      setWanted(undefined);
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
  };
  return { busy: wanted !== undefined, wanted, save };
}
