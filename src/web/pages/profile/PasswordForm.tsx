import { Alert, Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTabScope } from '../../navigation/tabScope.ts';
import { CheckedItem } from '../../components/CheckedItem.tsx';
import { notify } from '../../messages/notify.ts';
import { keepOverReload } from '../../navigation/reload.ts';
import { refusalOf } from '../../table/formValues.ts';
import { failureOf } from '../../table/saveFailure.ts';
import { useText } from '../../settings/useText.ts';
import type { FormProps } from './ProfileForm.tsx';

interface Passwords {
  readonly oldPassword?: string;
  readonly password?: string;
  readonly repeat?: string;
}

/** A new password for who knows the old one. */
export function PasswordForm({ profile: { manifest, info }, onSave, onWatch }: FormProps) {
  const { t } = useTranslation('profile');
  const text = useText();
  const [form] = Form.useForm<Passwords>();
  const [saving, setSaving] = useState(false);
  const { path } = useTabScope();
  useEffect(() => {
    const isTyped = (): boolean => Object.values(form.getFieldsValue(true) as Passwords).some(Boolean);
    onWatch('password', isTyped);
    // A password is not kept anywhere: the browser asks before it is lost.
    return keepOverReload({ path, keep: () => !isTyped(), drop: () => {} });
  }, [form, onWatch, path]);

  const submit = async ({ oldPassword, password }: Passwords): Promise<void> => {
    setSaving(true);
    try {
      await onSave({ oldPassword, password });
      form.resetFields();
      notify.success(t('passwordChanged'));
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'invalid')
        form.setFields(
          Object.entries(failure.errors).map(([name, message]) => ({
            name: name as keyof Passwords,
            errors: [message],
          })),
        );
    } finally {
      setSaving(false);
    }
  };

  const refuseBad = async (_: unknown, value: unknown): Promise<void> => {
    const refused = refusalOf(manifest.fields['password']!, value, true);
    if (refused) throw new Error(text(refused.key, refused.params));
  };
  const refuseOther = async (_: unknown, value: unknown): Promise<void> => {
    if ((value ?? '') !== (form.getFieldValue('password') ?? '')) throw new Error(t('repeatDiffers'));
  };
  return (
    <Form
      form={form}
      layout="vertical"
      className="password-form"
      disabled={saving}
      requiredMark
      onFinish={(values: Passwords) => void submit(values)}
    >
      <Alert type="info" showIcon className="form-alert" title={t('passwordHelp')} />
      {/* Password managers store the new password with the name that they find beside it. */}
      <input
        className="visually-hidden"
        autoComplete="username"
        value={info.username}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <CheckedItem
        name="oldPassword"
        label={t('oldPassword')}
        rules={[{ required: true, message: text('validate:required') }]}
      >
        <Input.Password autoComplete="current-password" maxLength={32} />
      </CheckedItem>
      <CheckedItem
        name="password"
        label={t('newPassword')}
        extra={t('newPasswordHelp')}
        required
        rules={[{ validator: refuseBad }]}
      >
        <Input.Password autoComplete="new-password" />
      </CheckedItem>
      <CheckedItem
        name="repeat"
        label={t('repeat')}
        required
        dependencies={['password']}
        rules={[{ validator: refuseOther }]}
      >
        <Input.Password autoComplete="new-password" />
      </CheckedItem>
      <Button type="primary" htmlType="submit" loading={saving}>
        {t('changePassword')}
      </Button>
    </Form>
  );
}
