import { Alert, Form, InputNumber, Modal, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { HttpProblem } from '#web';
import { saveConfig } from '../queue/calls.ts';
import { change, terminal } from '../queue/store.ts';
import { FirstField } from './FirstField.tsx';

interface Values {
  /** Null: that of the server. */
  readonly port: number | null;
  readonly automaticCleanupTask: boolean;
}

const close = (): void => terminal.setState({ showConfig: false });

/** The port of the install service, and what becomes of tasks that succeeded. */
export function ConfigDialog() {
  const { t } = useTranslation('terminalPanel');
  const isOpen = useStore(terminal, ({ showConfig }) => showConfig);
  const [form] = Form.useForm<Values>();
  const [isSaving, setSaving] = useState(false);
  return (
    <Modal
      open={isOpen}
      title={t('config.title')}
      okText={t('config.save')}
      cancelText={t('cancel')}
      confirmLoading={isSaving}
      onOk={form.submit}
      onCancel={close}
      destroyOnHidden
    >
      <Fields form={form} onSaving={setSaving} />
      <FirstField form={form} name="port" />
    </Modal>
  );
}

interface FieldsProps {
  readonly form: ReturnType<typeof Form.useForm<Values>>[0];
  readonly onSaving: (isSaving: boolean) => void;
}

function Fields({ form, onSaving }: FieldsProps) {
  const { t } = useTranslation('terminalPanel');
  const [problem, setProblem] = useState('');
  const { port, automaticCleanupTask } = terminal.getState();
  const save = async (values: Values): Promise<void> => {
    onSaving(true);
    setProblem('');
    try {
      if (values.port !== port) await saveConfig({ port: values.port });
      change(() => ({ automaticCleanupTask: values.automaticCleanupTask ? 1 : 0 }));
      close();
    } catch (error) {
      const wrong = error instanceof HttpProblem ? error.errors?.['port'] : undefined;
      if (wrong) form.setFields([{ name: 'port', errors: [wrong] }]);
      else setProblem(error instanceof Error ? error.message : '');
    } finally {
      onSaving(false);
    }
  };
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ port, automaticCleanupTask: automaticCleanupTask === 1 }}
      onFinish={save}
    >
      <Form.Item name="port" label={t('config.port')} extra={t('config.portHelp')}>
        <InputNumber min={1} max={65_535} precision={0} />
      </Form.Item>
      <Form.Item
        name="automaticCleanupTask"
        label={t('config.cleanup')}
        extra={t('config.cleanupHelp')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      {problem && <Alert type="error" showIcon title={problem} role="alert" />}
    </Form>
  );
}
