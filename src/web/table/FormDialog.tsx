import { Button, Flex, Modal } from 'antd';
import { useEffect, useState } from 'react';
import type { Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { notify } from '../messages/notify.ts';
import { useDraft } from './drafts.ts';
import type { Values } from './formValues.ts';
import type { Draft } from './storedDrafts.ts';
import { nameOf } from './nameOf.ts';
import { FormSurface } from './FormSurface.tsx';
import { RowForm } from './RowForm.tsx';
import { fillDraft } from './useEditing.ts';
import { useLeaveWarning } from './useLeaveWarning.ts';
import { useRowForm } from './useRowForm.ts';
import { useText } from '../settings/useText.ts';

interface Props {
  readonly manifest: Manifest;
  /** Rows to edit one after another; none: a new row. */
  readonly ids: readonly number[];
  /** What was typed before the last session ended. */
  readonly draft: Draft | undefined;
  readonly onClose: () => void;
  readonly onSaved: (row: ListRow) => void;
}

/** The form of a row in a drawer or a dialog, as the resource says; on a phone it takes the whole screen. */
export function FormDialog({ manifest, ids, draft, onClose, onSaved }: Props) {
  const text = useText();
  const [modal, question] = Modal.useModal();
  const [place, setPlace] = useState(0);
  const [open, setOpen] = useState(true);
  const id = ids[place];
  const isNew = id === undefined;
  const isLast = place >= ids.length - 1;
  const state = useRowForm(manifest, id, (row) => {
    notify.success(text(isNew ? 'added' : 'saved', { row: nameOf(manifest, row) }));
    onSaved(row);
    if (isLast) return setOpen(false);
    setPlace(place + 1);
  });
  const { isDirty, form, start, loading, uploads, lines } = state;
  useLeaveWarning(isDirty, open);
  useDraft(
    manifest.path,
    {
      manifest,
      id,
      start,
      isDirty,
      uploads,
      values: () => ({ ...(form.getFieldsValue(true) as Values), ...lines.typed() }),
    },
    open,
  );
  useEffect(() => {
    if (loading || !draft || draft.id !== id) return;
    fillDraft({ form, lines }, draft.values);
    notify.warning(text('draftBack'));
  }, [draft, form, id, lines, loading, text]);
  const leave = (): void => {
    if (!isDirty()) return setOpen(false);
    modal.confirm({
      title: text('unsaved'),
      content: text('unsavedHelp'),
      okText: text('discard'),
      okButtonProps: { danger: true },
      cancelText: text('keepEditing'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => setOpen(false),
    });
  };
  const title = isNew
    ? text('addTo', { table: manifest.label })
    : text('editOf', { table: manifest.label, row: state.row ? nameOf(manifest, state.row) : `#${id}` });
  const footer = (
    <Flex gap="small" justify="end" align="center" wrap>
      {ids.length > 1 && <span className="form-count">{text('placeOf', { place: place + 1, total: ids.length })}</span>}
      <Button onClick={leave}>{text('cancel')}</Button>
      {!isLast && (
        <Button onClick={() => setPlace(place + 1)} disabled={state.saving}>
          {text('skip')}
        </Button>
      )}
      <Button type="primary" loading={state.saving} disabled={state.loading} onClick={() => state.form.submit()}>
        {text(isLast || isNew ? 'save' : 'saveAndNext')}
      </Button>
    </Flex>
  );
  return (
    <FormSurface form={manifest.form} title={title} open={open} onLeave={leave} afterClose={onClose} footer={footer}>
      <RowForm key={id ?? 'new'} manifest={manifest} state={state} isNew={isNew} focused />
      {question}
    </FormSurface>
  );
}
