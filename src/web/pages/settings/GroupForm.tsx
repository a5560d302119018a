import { Alert, Button, Form, theme } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../fields/view.ts';
import { focusField } from '../../table/formFocus.ts';
import { changedValues, type Values } from '../../table/formValues.ts';
import { RowForm } from '../../table/RowForm.tsx';
import { useEditing } from '../../table/useEditing.ts';
import { useFormDraft } from '../../table/useFormDraft.ts';
import { useRequest } from '../../http/useRequest.ts';
import { TestButton } from './TestButton.tsx';
import { markUnset } from '../../fields/unset.ts';
import type { SettingGroup } from './useSettingGroups.ts';

/** What the page may ask of the form of a group. */
export interface GroupHandle {
  isDirty(): boolean;
  submit(): void;
}

export interface GroupState {
  readonly isEdited: boolean;
  readonly saving: boolean;
}

/** A setting that somebody has asked for. */
export interface SoughtField {
  readonly field: string;
}

interface Props {
  readonly group: SettingGroup;
  /** The latest, of whichever group. */
  readonly sought: SoughtField | undefined;
  /** Titles of the groups with changes that are not saved. */
  readonly edited: readonly string[];
  /** Whether any of the groups is being saved. */
  readonly saving: boolean;
  readonly onSave: () => void;
  readonly onHandle: (name: string, handle: GroupHandle) => void;
  readonly onState: (name: string, state: GroupState) => void;
  readonly onSaved: (name: string) => void;
  /** Told that the group may not be saved as it is, or not now. */
  readonly onRefused: (name: string) => void;
}

/** The form of one group; only what was changed is sent. */
export function GroupForm({ group, sought, edited, saving, onSave, onHandle, onState, onSaved, onRefused }: Props) {
  const { name, manifest, row: loaded, test } = group;
  const { t } = useTranslation('config');
  const { token } = theme.useToken();
  const request = useRequest();
  const locked = !manifest.actions.includes('edit');
  const edit = async ({ version }: ListRow, changes: Readonly<Record<string, unknown>>): Promise<ListRow> => {
    const body = { version, ...changes };
    const { row, unset } = await request.post<{ row: ListRow; unset: readonly string[] }>(`${manifest.api}edit`, body);
    return markUnset(row, unset);
  };
  const state = useEditing(
    manifest,
    { id: loaded.id, loaded, retry: () => {}, add: (changes) => edit(loaded, changes), edit },
    () => onSaved(name),
  );
  const { isDirty, form, start, refuse, refused, waiting } = state;
  // Drawn anew with every change: whether the group differs from what is saved is seen at its tab.
  Form.useWatch([], { form, preserve: true });
  const changes = (): Values =>
    changedValues(manifest, start, { ...start, ...(form.getFieldsValue(true) as Values) }, false);
  const refuseTest = (errors: Readonly<Record<string, string>>): void => {
    form.setFields(Object.entries(errors).map(([field, error]) => ({ name: field, errors: [error] })));
    refuse(Object.keys(errors));
  };
  useFormDraft(`settings ${name}`, manifest, state);
  useEffect(() => onHandle(name, { isDirty, submit: () => form.submit() }), [form, isDirty, name, onHandle]);
  const isEdited = isDirty();
  useEffect(() => onState(name, { isEdited, saving: state.saving }), [name, onState, isEdited, state.saving]);
  useEffect(() => {
    if (waiting || (refused && refused.length > 0)) onRefused(name);
  }, [refused, waiting, name, onRefused]);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!sought) return;
    // The tab that comes to the front for it is drawn first.
    const timer = setTimeout(() => focusField(place.current, sought.field));
    return () => clearTimeout(timer);
  }, [sought]);
  return (
    <>
      <div className="settings-fields" ref={place}>
        {locked && <Alert type="info" showIcon className="form-alert" title={t('readOnly')} />}
        <RowForm manifest={manifest} state={state} isNew={false} locked={locked} />
      </div>
      {!locked && (
        <div className="settings-save" style={{ background: token.colorBgContainer }}>
          <Button type="primary" loading={saving} onClick={onSave}>
            {t('save')}
          </Button>
          {test && <TestButton group={name} test={test} changes={changes} onRefused={refuseTest} />}
          {edited.length > 0 && <span className="settings-unsaved">{t('unsaved', { groups: edited })}</span>}
        </div>
      )}
    </>
  );
}
