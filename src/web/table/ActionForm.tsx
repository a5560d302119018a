import { Alert, Button, Flex } from 'antd';
import { useMemo, useRef, useState } from 'react';
import type { ActionManifest, Manifest } from '#resource';
import type { Matching } from './listCall.ts';
import type { ListRow } from '../fields/view.ts';
import { FormSurface } from './FormSurface.tsx';
import type { Values } from './formValues.ts';
import { shaped } from './manifestShapes.ts';
import { nameOf } from './nameOf.ts';
import { RowForm } from './RowForm.tsx';
import { notifyDone } from './notifyDone.ts';
import { useEditing } from './useEditing.ts';
import { useLeaveWarning } from './useLeaveWarning.ts';
import { useRequest } from '../http/useRequest.ts';
import { useText } from '../settings/useText.ts';
import { newUuid } from '../plainHttp/newUuid.ts';

type Answer = Parameters<typeof notifyDone>[1];

export interface AskedAction {
  readonly action: ActionManifest;
  readonly ids: readonly number[];
  /** In place of the ids. */
  readonly matching?: Matching | undefined;
  /** The row that it is done with, where it is one. */
  readonly row?: ListRow | undefined;
  /** Said when it is done. */
  readonly done: string;
}
interface Props extends AskedAction {
  readonly manifest: Manifest;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What an action asks for before it is done with the chosen rows. */
export function ActionForm({ manifest, action, ids, matching, row, done, onClose, onDone }: Props) {
  const text = useText();
  const [open, setOpen] = useState(true);
  // Its fields are no fields of the table, whatever they are called.
  const form = useMemo(
    () => shaped({ ...manifest, ...action.form!, name: `${manifest.name}/${action.name}`, lines: [] }),
    [manifest, action],
  );
  const send = useSend(
    `${manifest.api}${action.name}`,
    matching ? { matching } : ids.length > 0 ? { ids } : {},
    Object.keys(form.fields),
  );
  const answer = useRef<Answer>(undefined);
  const add = async (values: Values) => {
    answer.current = await send(values);
    return { id: 0 };
  };
  const source = {
    id: undefined,
    loaded: undefined,
    retry: () => {},
    add,
    edit: (_row: unknown, to: Values) => add(to),
  };
  const state = useEditing(form, source, () => {
    notifyDone(done, answer.current);
    onDone();
    setOpen(false);
  });
  useLeaveWarning(state.isDirty, open);
  const footer = (
    <Flex gap="small" justify="end">
      <Button onClick={() => setOpen(false)}>{text('cancel')}</Button>
      <Button type="primary" danger={action.danger} loading={state.saving} onClick={() => state.form.submit()}>
        {action.label}
      </Button>
    </Flex>
  );
  const count = matching?.count ?? ids.length;
  const title = row
    ? text('actionOnRow', { action: action.label, row: nameOf(manifest, row) })
    : count > 0
      ? text('actionOn', { action: action.label, count })
      : action.label;
  return (
    <FormSurface
      form={form.form}
      title={title}
      open={open}
      footer={footer}
      onLeave={() => setOpen(false)}
      afterClose={onClose}
    >
      {action.confirm && (
        <Alert type={action.danger ? 'warning' : 'info'} showIcon className="form-alert" title={action.confirm} />
      )}
      <RowForm manifest={form} state={state} about={row} isNew focused />
    </FormSurface>
  );
}

/** Sends the values; those that are sent again after a broken connection have the same `Idempotency-Key`. */
function useSend(url: string, chosen: Values, fields: readonly string[]) {
  const request = useRequest();
  const sent = useRef({ body: '', key: '' });
  return (values: Values): Promise<Answer> => {
    const payload = { ...values, ...chosen };
    const body = JSON.stringify(payload);
    if (sent.current.body !== body) sent.current = { body, key: newUuid() };
    return request.post(url, payload, { headers: { 'Idempotency-Key': sent.current.key }, fields });
  };
}
