import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HttpProblem } from '../http/http.ts';
import { notify } from '../messages/notify.ts';

type Name = 'password' | 'code';
export type CodeValues = Partial<Record<Name, string>>;

interface Props {
  readonly fields: readonly Name[];
  readonly submit: string;
  readonly danger?: boolean;
  /** Below the code: what may be entered there. */
  readonly codeHelp?: string;
  send(values: CodeValues): Promise<void>;
  onCancel(): void;
}

/** Asks for the password, a code, or both; what is refused is told at its field. */
export function CodeForm({ fields, submit, danger = false, codeHelp, send, onCancel }: Props) {
  const { t } = useTranslation(['twoStep', 'validate']);
  const [form] = Form.useForm<CodeValues>();
  const [busy, setBusy] = useState(false);
  const finish = async (values: CodeValues): Promise<void> => {
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      const wrong = Object.entries(error.errors ?? {}).filter(([name]) => fields.includes(name as Name));
      if (wrong.length === 0) notify.error(error.message, error.requestId);
      form.setFields(wrong.map(([name, message]) => ({ name: name as Name, errors: [message] })));
      (form.getFieldInstance(wrong[0]?.[0] as Name) as { focus(): void } | undefined)?.focus();
    } finally {
      setBusy(false);
    }
  };
  const rules = [{ required: true, whitespace: true, message: t('validate:required') }];
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger="onSubmit"
      onFinish={(values: CodeValues) => void finish(values)}
    >
      {fields.includes('password') && (
        <Form.Item name="password" label={t('password')} rules={rules}>
          <Input.Password autoFocus autoComplete="current-password" maxLength={32} />
        </Form.Item>
      )}
      {fields.includes('code') && (
        <Form.Item name="code" label={t('code')} rules={rules} extra={codeHelp}>
          <Input autoFocus={!fields.includes('password')} autoComplete="one-time-code" maxLength={24} />
        </Form.Item>
      )}
      <div className="two-step-foot">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="primary" htmlType="submit" danger={danger} loading={busy}>
          {submit}
        </Button>
      </div>
    </Form>
  );
}
