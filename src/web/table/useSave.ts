import { useCreate, useUpdate, type HttpError } from '@refinedev/core';
import { useRef } from 'react';
import type { Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import type { Values } from './formValues.ts';
import { placeOf } from './resourcePlace.ts';
import { newUuid } from '../plainHttp/newUuid.ts';

type Row = ListRow & { id: number };

/**
 * Saves a row. A new one is sent with an `Idempotency-Key` that stays the same while its values do: sent again after a
 * broken connection it is still one row. Whoever shows rows asks for them anew.
 */
export function useSave(manifest: Manifest) {
  const { mutateAsync: create } = useCreate<Row, HttpError>();
  const { mutateAsync: update } = useUpdate<Row, HttpError>();
  const sent = useRef({ body: '', key: '' });
  const quiet = {
    ...placeOf(manifest),
    successNotification: false,
    errorNotification: false,
    invalidates: [] as never[],
  } as const;

  const add = async (values: Values): Promise<Row> => {
    const body = JSON.stringify(values);
    if (sent.current.body !== body) sent.current = { body, key: newUuid() };
    const { data } = await create({ ...quiet, values, meta: { headers: { 'Idempotency-Key': sent.current.key } } });
    // The same once more is meant to be another row.
    sent.current = { body: '', key: '' };
    return data;
  };
  const edit = async (row: ListRow, changes: Values): Promise<Row> => {
    const { data } = await update({
      ...quiet,
      id: row.id,
      values: { version: row['version'], ...changes },
      mutationMode: 'pessimistic',
    });
    return data;
  };
  return { add, edit };
}
