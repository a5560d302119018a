import { Alert, Button, theme } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../fields/view.ts';
import { notify } from '../../messages/notify.ts';
import { loadSite } from '../../settings/site.ts';
import { changedValues, type Values } from '../../table/formValues.ts';
import { RowForm } from '../../table/RowForm.tsx';
import { useEditing } from '../../table/useEditing.ts';
import { useKeptForm } from '../../table/useKeptForm.ts';
import { useRequest } from '../../http/useRequest.ts';
import { TestButton } from './TestButton.tsx';
import { markUnset } from '../../fields/unset.ts';
import type { SettingGroup } from './useSettingGroups.ts';

interface Props {
  readonly group: SettingGroup;
  /** Told whom to ask whether something of the group is not saved. */
  readonly onWatch: (name: string, isDirty: () => boolean) => void;
}

/** The form of one group; only what was changed is sent. */
export function GroupForm({ group: { name, manifest, row: loaded, test }, onWatch }: Props) {
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
    () => {
      notify.success(t('updated'));
      // This page is the first to go by them.
      void loadSite();
    },
  );
  const { isDirty, form, start, refuse } = state;
  const changes = (): Values =>
    changedValues(manifest, start, { ...start, ...(form.getFieldsValue(true) as Values) }, false);
  const refused = (errors: Readonly<Record<string, string>>): void => {
    form.setFields(Object.entries(errors).map(([field, error]) => ({ name: field, errors: [error] })));
    refuse(Object.keys(errors));
  };
  useKeptForm(`settings ${name}`, manifest, state);
  useEffect(() => onWatch(name, isDirty), [name, isDirty, onWatch]);
  return (
    <>
      <div className="settings-fields">
        {locked && <Alert type="info" showIcon className="form-alert" title={t('readOnly')} />}
        <RowForm manifest={manifest} state={state} isNew={false} locked={locked} />
      </div>
      {!locked && (
        <div className="settings-save" style={{ background: token.colorBgContainer }}>
          <Button type="primary" loading={state.saving} onClick={() => state.form.submit()}>
            {t('save')}
          </Button>
          {test && <TestButton group={name} test={test} changes={changes} onRefused={refused} />}
        </div>
      )}
    </>
  );
}
