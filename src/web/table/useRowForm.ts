import { useOne, type HttpError } from '@refinedev/core';
import { Form, type FormInstance } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { changedValues, formFields, initialValues, isSame, type Values } from './formValues.ts';
import { placeOf } from './resourcePlace.ts';
import { failureOf } from './saveFailure.ts';
import { useSave } from './useSave.ts';

export interface Conflict {
  /** The row as it is now. */
  readonly row: ListRow;
  /** Fields that both sides changed. */
  readonly names: readonly string[];
  readonly mine: Values;
}

/**
 * One row in a form: loaded, changed, saved. `id` undefined is a new row. `onSaved` gets the row as the server has it.
 * A save while offline waits, and goes out once when the connection is back.
 */
export function useRowForm(manifest: Manifest, id: number | undefined, onSaved: (row: ListRow, again: boolean) => void) {
  const [form] = Form.useForm<Values>();
  const { query } = useOne<ListRow & { id: number }, HttpError>({
    ...placeOf(manifest),
    id: id ?? 0,
    queryOptions: { enabled: id !== undefined, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
    errorNotification: false,
  });
  const [current, setCurrent] = useState<ListRow>();
  const row = current?.id === id ? current : query.data?.data;
  const start = useMemo(() => initialValues(manifest, id === undefined ? undefined : row), [manifest, id, row]);
  const loading = id !== undefined && !row;
  const loaded = query.data?.data;
  useEffect(() => {
    // The same form shows one row after another: what it held of the last one must go.
    if (loaded) fill(form, initialValues(manifest, loaded));
  }, [form, manifest, loaded]);
  const [state, setState] = useState<{ saving: boolean; waiting?: boolean; conflict?: Conflict }>({ saving: false });
  const { add, edit } = useSave(manifest);
  const values = (): Values => ({ ...start, ...(form.getFieldsValue(true) as Values) });
  const isDirty = useCallback(() => !loading && formFields(manifest).some(({ name }) => !isSame(start[name], { ...start, ...(form.getFieldsValue(true) as Values) }[name])), [form, loading, manifest, start]);

  const send = async (base: ListRow | undefined, changes: Values, again: boolean): Promise<void> => {
    setState({ saving: true });
    try {
      const unchanged = base !== undefined && Object.keys(changes).length === 0;
      const saved = unchanged ? base : base ? await edit(base, changes) : await add(changes);
      setState({ saving: false });
      onSaved(saved, again);
    } catch (error) {
      tell(error, changes);
    }
  };

  const tell = (error: unknown, changes: Values): void => {
    const failure = failureOf(error);
    if (failure.kind === 'stale') {
      const names = Object.keys(changes).filter((name) => name in start && !isSame(start[name], failure.row[name]) && !isSame(changes[name], failure.row[name]));
      return setState({ saving: false, conflict: { row: failure.row, names: names.length > 0 ? names : Object.keys(changes), mine: changes } });
    }
    setState({ saving: false, waiting: failure.kind === 'offline' });
    if (failure.kind === 'invalid') showErrors(failure.errors);
  };

  const showErrors = (errors: Readonly<Record<string, string>>): void => {
    const named = Object.keys(errors);
    form.setFields(named.map((name) => ({ name, errors: [errors[name]!] })));
    const first = formFields(manifest).find(({ name }) => named.includes(name))?.name;
    if (first) form.scrollToField(first, { behavior: 'smooth', block: 'center', focus: true });
  };

  const submit = async (again = false): Promise<void> => {
    if (state.saving || loading) return;
    await send(id === undefined ? undefined : row, changedValues(manifest, start, values(), id === undefined), again);
  };

  /** Saves upon the newer row what is left of one's own changes; the form then shows both together. */
  const settle = (conflict: Conflict, theirs: readonly string[]): void => {
    const mine = Object.fromEntries(Object.entries(conflict.mine).filter(([name]) => !theirs.includes(name)));
    setCurrent(conflict.row);
    fill(form, { ...initialValues(manifest, conflict.row), ...mine });
    void send(conflict.row, mine, false);
  };

  useEffect(() => {
    if (!state.waiting) return;
    const resend = (): void => void submit();
    window.addEventListener('online', resend, { once: true });
    return () => window.removeEventListener('online', resend);
  });

  return { form, row, start, loading, error: query.isError ? query.error : undefined, retry: query.refetch, submit, isDirty, settle, dismiss: () => setState({ saving: false }), ...state };
}

function fill(form: FormInstance<Values>, values: Values): void {
  form.setFields(Object.entries(values).map(([name, value]) => ({ name, value, errors: [], touched: false })));
}
