import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../messages/notify.ts';
import { RowForm } from '../../table/RowForm.tsx';
import { useEditing } from '../../table/useEditing.ts';
import { useKeptForm } from '../../table/useKeptForm.ts';
import type { Profile, SaveProfile } from './useProfile.ts';

export interface FormProps {
  readonly profile: Profile;
  readonly onSave: SaveProfile;
  /** Told whom to ask whether something is not saved. */
  readonly onWatch: (name: string, isDirty: () => boolean) => void;
}

/** One's own data, drawn from the table of administrators; only what was changed is sent. */
export function ProfileForm({ profile: { manifest, row: loaded }, onSave, onWatch }: FormProps) {
  const { t } = useTranslation('profile');
  const source = {
    id: loaded.id,
    loaded,
    retry: () => {},
    add: onSave,
    edit: (row: typeof loaded, changes: Readonly<Record<string, unknown>>) =>
      onSave({ version: row['version'], ...changes }),
  };
  const state = useEditing(manifest, source, () => notify.success(t('saved')));
  const { isDirty } = state;
  useKeptForm('profile', manifest, state);
  useEffect(() => onWatch('profile', isDirty), [isDirty, onWatch]);
  return (
    <>
      <RowForm manifest={manifest} state={state} isNew={false} />
      <Button type="primary" loading={state.saving} onClick={() => state.form.submit()}>
        {t('save')}
      </Button>
    </>
  );
}
