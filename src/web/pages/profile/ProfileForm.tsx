import { Button, Form, Input } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../messages/notify.ts';
import { RowForm } from '../../table/RowForm.tsx';
import { failureOf } from '../../table/saveFailure.ts';
import { useEditing } from '../../table/useEditing.ts';
import { useFormDraft } from '../../table/useFormDraft.ts';
import type { Profile, SaveProfile } from './useProfile.ts';

export interface FormProps {
  readonly profile: Profile;
  readonly onSave: SaveProfile;
  /** Told whom to ask whether something is not saved. */
  readonly onWatch: (name: string, isDirty: () => boolean) => void;
}

/** One's own data, drawn from the table of administrators; only what was changed is sent, another address with the password. */
export function ProfileForm({ profile, onSave, onWatch }: FormProps) {
  const { manifest, row: loaded, emailNeedsPassword } = profile;
  const { t } = useTranslation('profile');
  const [proof] = Form.useForm<{ readonly oldPassword?: string }>();
  const save = async (changes: Readonly<Record<string, unknown>>) => {
    try {
      const saved = await onSave('email' in changes ? { ...changes, ...proof.getFieldsValue() } : changes);
      proof.resetFields();
      return saved;
    } catch (error) {
      const failure = failureOf(error);
      const refused = failure.kind === 'invalid' ? failure.errors['oldPassword'] : undefined;
      proof.setFields([{ name: 'oldPassword', errors: refused === undefined ? [] : [refused] }]);
      throw error;
    }
  };
  const source = {
    id: loaded.id,
    loaded,
    retry: () => {},
    add: save,
    edit: (row: typeof loaded, changes: Readonly<Record<string, unknown>>) =>
      save({ version: row['version'], ...changes }),
  };
  const state = useEditing(manifest, source, () => notify.success(t('saved')));
  const { isDirty } = state;
  const email = (Form.useWatch('email', state.form) ?? null) as string | null;
  const asksPassword = emailNeedsPassword && (email ?? '') !== ((state.row?.['email'] ?? '') as string);
  useFormDraft('profile', manifest, state);
  useEffect(() => onWatch('profile', isDirty), [isDirty, onWatch]);
  return (
    <>
      <RowForm manifest={manifest} state={state} isNew={false} />
      <Form form={proof} layout="vertical" disabled={state.saving} onFinish={() => state.form.submit()}>
        {asksPassword && (
          <Form.Item name="oldPassword" label={t('oldPassword')} extra={t('emailHelp')} required>
            <Input.Password autoComplete="current-password" maxLength={32} />
          </Form.Item>
        )}
      </Form>
      <Button type="primary" loading={state.saving} onClick={() => state.form.submit()}>
        {t('save')}
      </Button>
    </>
  );
}
