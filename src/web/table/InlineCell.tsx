import { useInvalidate, useUpdate, type HttpError } from '@refinedev/core';
import { Select, Switch, Tag } from 'antd';
import { useState, type ReactNode } from 'react';
import type { FieldManifest, Manifest } from '#resource';
import { choicesOf, itemsOf } from '../fields/items.ts';
import type { ListRow } from '../fields/view.ts';
import { nameOf } from './nameOf.ts';
import { placeOf } from './resourcePlace.ts';
import { useText } from '../settings/useText.ts';
import { valueOf } from './valueOf.ts';

/** Kinds that a list can change in place. */
export const isInline = (field: FieldManifest): boolean => field.kind === 'bool' || field.kind === 'enum';

/** A switch or choice that is saved as soon as it is changed; it turns back when saving fails. */
export function InlineCell({ manifest, field, row }: { manifest: Manifest; field: FieldManifest; row: ListRow }) {
  const text = useText();
  const { busy, wanted, save } = useInlineSave(manifest, field, row);
  const value = wanted ?? valueOf(row, field);
  const name = text('ofRow', { field: field.label, row: nameOf(manifest, row) });
  if (field.kind === 'bool')
    return (
      <Switch size="small" aria-label={name} loading={busy} checked={value === 1} onChange={(on) => save(on ? 1 : 0)} />
    );
  return (
    <Select
      size="small"
      variant="borderless"
      aria-label={name}
      loading={busy}
      disabled={busy}
      popupMatchSelectWidth={false}
      className="full-width"
      value={value as string}
      onChange={save}
      options={choicesOf(field)}
      labelRender={({ value: shown, label }) => <EnumTag field={field} value={shown} label={label} />}
      optionRender={({ value: offered, label }) => <EnumTag field={field} value={offered} label={label} />}
    />
  );
}

/** A value in the colour that it has in the list. */
function EnumTag({ field, value, label }: { field: FieldManifest; value: unknown; label: ReactNode }) {
  return <Tag color={itemsOf(field)[String(value as string)]?.color}>{label}</Tag>;
}

function useInlineSave(manifest: Manifest, field: FieldManifest, row: ListRow) {
  const { mutate } = useUpdate<ListRow & { id: number }, HttpError>();
  const invalidate = useInvalidate();
  const [wanted, setWanted] = useState<unknown>();
  const save = (value: unknown): void => {
    setWanted(value);
    const settle = async (): Promise<void> => {
      await invalidate({ ...placeOf(manifest), invalidates: ['list', 'detail'] });
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
      { onSettled: () => void settle() },
    );
  };
  return { busy: wanted !== undefined, wanted, save };
}
