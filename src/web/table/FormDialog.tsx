import { useQueryClient } from '@tanstack/react-query';
import { DownOutlined } from '@ant-design/icons';
import { Button, Flex, Modal, Space } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Manifest } from '#resource';
import { FocusedMenu } from '../components/FocusedMenu.tsx';
import { CreateContext, type CreateRelated } from '../fields/createRelated.ts';
import { kindNamed } from '../fields/kinds.ts';
import type { ListRow } from '../fields/view.ts';
import { notify } from '../messages/notify.ts';
import type { Values } from './formValues.ts';
import type { Draft } from './storedDrafts.ts';
import { nameOf, newRowTitle } from './nameOf.ts';
import { PeopleThere } from './record/PeopleThere.tsx';
import { usePresence } from './record/usePresence.ts';
import { FormSurface } from './FormSurface.tsx';
import { RowForm } from './RowForm.tsx';
import { useDraft } from './useDraft.ts';
import { fillDraft } from './useEditing.ts';
import { useLeaveWarning } from './useLeaveWarning.ts';
import { useManifest } from './useManifest.ts';
import { useReturningFocus } from './useReturningFocus.ts';
import { useRowForm } from './useRowForm.ts';
import { useRowsRefresh } from './useRowsRefresh.ts';
import { useText } from '../settings/useText.ts';

interface Props {
  readonly manifest: Manifest;
  /** Rows to edit one after another; none: a new row. */
  readonly ids: readonly number[];
  /** The row that a new one is made after. */
  readonly copied?: number | undefined;
  /** What was typed before the last session ended. */
  readonly draft: Draft | undefined;
  /** What a new row begins with that was typed elsewhere. */
  readonly typed?: Values | undefined;
  /** The form is for one row only: another one is not wanted. */
  readonly once?: boolean;
  readonly onClose: () => void;
  readonly onSaved: (row: ListRow) => void;
}

/** The form of a row in a drawer or a dialog, as the resource says; on a phone it takes the whole screen. */
export function FormDialog({ manifest, ids, copied, draft, typed, once = false, onClose, onSaved }: Props) {
  const text = useText();
  const [modal, question] = Modal.useModal();
  const [place, setPlace] = useState(0);
  const [open, setOpen] = useState(true);
  const [original, setOriginal] = useState(copied);
  /** How many rows have been added before, in the same form. */
  const [round, setRound] = useState(0);
  const another = useRef(false);
  const id = ids[place];
  const isNew = id === undefined;
  const isLast = place >= ids.length - 1;
  const people = usePresence(manifest, open ? id : undefined, 'edit');
  const state = useRowForm(
    manifest,
    id,
    (row) => {
      notify.success(text(isNew ? 'added' : 'saved', { row: nameOf(manifest, row) }));
      onSaved(row);
      const goesOn = another.current;
      // The keys that save do what the button says.
      another.current = false;
      if (isNew && goesOn) {
        setOriginal(undefined);
        setRound(round + 1);
        return true;
      }
      if (isLast) setOpen(false);
      else setPlace(place + 1);
      return false;
    },
    original,
  );
  const { isDirty, restore, form, start, loading, uploads, lines } = state;
  const save = (more: boolean): void => {
    another.current = more;
    form.submit();
  };
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
    if (!loading && draft && draft.id === id) restore(draft.values);
  }, [draft, id, loading, restore]);
  useEffect(() => {
    if (!loading && typed) fillDraft({ form, lines }, typed);
  }, [typed, form, lines, loading]);
  const asked = useRef<{ destroy(): void }>(undefined);
  const leave = (): void => {
    // Who goes back from the question stays.
    if (asked.current) return asked.current.destroy();
    if (!isDirty()) return setOpen(false);
    asked.current = modal.confirm({
      title: text('unsaved'),
      content: text('form:unsavedHelp'),
      okText: text('discard'),
      okButtonProps: { danger: true },
      cancelText: text('keepEditing'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => setOpen(false),
      afterClose: () => void (asked.current = undefined),
    });
  };
  const title = isNew
    ? newRowTitle(manifest, text)
    : text('form:editOf', { table: manifest.label, row: state.row ? nameOf(manifest, state.row) : `#${id}` });
  const { saving } = state;
  const footer = (
    <Flex gap="small" justify="end" align="center" wrap>
      {ids.length > 1 && <span className="form-count">{text('placeOf', { place: place + 1, total: ids.length })}</span>}
      <Button onClick={leave}>{text('cancel')}</Button>
      {!isLast && (
        <Button onClick={() => setPlace(place + 1)} disabled={saving}>
          {text('skip')}
        </Button>
      )}
      <Space.Compact>
        <Button type="primary" loading={saving} disabled={loading} onClick={() => save(false)}>
          {text(isLast || isNew ? 'save' : 'form:saveAndNext')}
        </Button>
        {isNew && !once && (
          <FocusedMenu
            trigger={['click']}
            placement="topRight"
            menu={{ items: [{ key: 'another', label: text('form:saveAndNew') }], onClick: () => save(true) }}
          >
            <Button
              type="primary"
              icon={<DownOutlined />}
              disabled={saving || loading}
              aria-label={text('form:moreOptions')}
            />
          </FocusedMenu>
        )}
      </Space.Compact>
    </Flex>
  );
  const { create, related } = useCreateRelated();
  return (
    <FormSurface form={manifest.form} title={title} open={open} onLeave={leave} afterClose={onClose} footer={footer}>
      <div className="form-people">
        <PeopleThere people={people.filter(({ doing }) => doing === 'edit')} />
      </div>
      <CreateContext value={create}>
        <RowForm key={id ?? `new ${round}`} manifest={manifest} state={state} isNew={isNew} focused />
      </CreateContext>
      {question}
      {related}
    </FormSurface>
  );
}

interface Wanted {
  readonly path: string;
  /** The field that rows are called by, and what the new one is to be called. */
  readonly title: string;
  readonly named: string | undefined;
  readonly onMade: (id: number) => void;
}

/** Opens the form of another table over this one, which stays as it is. */
function useCreateRelated() {
  const [wanted, want] = useReturningFocus<Wanted>();
  const create: CreateRelated = useCallback(
    ({ create: path, title }, onMade, named) => {
      if (path !== undefined) want({ path, title, named, onMade });
    },
    [want],
  );
  return { create, related: wanted && <RelatedForm {...wanted} onClose={() => want(undefined)} /> };
}

function RelatedForm({ path, ...wanted }: Wanted & { onClose: () => void }) {
  const { onClose } = wanted;
  const { data: manifest, isError } = useManifest(path);
  useEffect(() => {
    // The call has told why.
    if (isError) onClose();
  }, [isError, onClose]);
  return manifest ? <NewRelated manifest={manifest} {...wanted} /> : null;
}

function NewRelated({
  manifest,
  title,
  named,
  onMade,
  onClose,
}: Omit<Wanted, 'path'> & { manifest: Manifest; onClose: () => void }) {
  const field = manifest.fields[title];
  const isText = field?.writable === true && kindNamed(field.kind)?.searchable === true;
  const typed = useMemo(() => (isText && named !== undefined ? { [title]: named } : undefined), [isText, title, named]);
  const refresh = useRowsRefresh(manifest);
  const client = useQueryClient();
  return (
    <FormDialog
      manifest={manifest}
      ids={[]}
      draft={undefined}
      typed={typed}
      once
      onClose={onClose}
      onSaved={({ id }) => {
        for (const what of ['choices', 'chosen', 'tree'])
          void client.invalidateQueries({ queryKey: [what, manifest.api] });
        void client.invalidateQueries({ queryKey: ['levels'] });
        void refresh();
        onMade(id);
      }}
    />
  );
}
