import { Alert, Form, Input, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { HttpProblem } from '#web';
import { TaskStatus } from '../../shared/protocol.ts';
import { confirmTask } from '../queue/queue.ts';
import { task, terminal } from '../queue/store.ts';
import type { Task } from '../queue/tasks.ts';
import { FirstField } from './FirstField.tsx';
import { useCommand } from './useTask.ts';

/** Before a command that can do harm: the password again. */
export function PasswordDialog() {
  const uuid = useStore(terminal, ({ asking, taskList }) =>
    taskList.some((each) => each.uuid === asking && each.status === TaskStatus.waiting) ? asking : undefined,
  );
  const isOpen = useStore(terminal, ({ showConfirm }) => showConfirm);
  const asked = uuid === undefined ? undefined : task(uuid);
  return asked && <Question key={asked.uuid} asked={asked} isOpen={isOpen} />;
}

function Question({ asked, isOpen }: { readonly asked: Task; readonly isOpen: boolean }) {
  const { t } = useTranslation('terminalPanel');
  const { label, command, params } = useCommand(asked);
  const [form] = Form.useForm<{ password: string }>();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (isOpen) form.resetFields();
  }, [form, isOpen]);
  const confirm = async ({ password }: { password: string }): Promise<void> => {
    setSending(true);
    setProblem('');
    try {
      await confirmTask(asked.uuid, password);
    } catch (error) {
      const wrong = error instanceof HttpProblem ? error.errors?.['password'] : undefined;
      if (wrong) form.setFields([{ name: 'password', errors: [wrong] }]);
      else setProblem(error instanceof Error ? error.message : '');
      form.getFieldInstance('password')?.focus();
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal
      open={isOpen}
      title={t('confirm.title', { command: label })}
      okText={t('confirm.ok')}
      okButtonProps={{ danger: true }}
      cancelText={t('cancel')}
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={() => terminal.setState({ showConfirm: false })}
      destroyOnHidden
    >
      {command?.description && <p className="terminal-help">{command.description}</p>}
      {Object.entries(params).map(([name, value]) => (
        <p key={name} className="terminal-help">
          {command?.params.find((each) => each.name === name)?.label ?? name}: <strong>{value}</strong>
        </p>
      ))}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={confirm}>
        <Form.Item
          name="password"
          label={t('confirm.password')}
          rules={[{ required: true, message: t('confirm.required') }]}
          validateTrigger="onSubmit"
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      </Form>
      <FirstField form={form} name="password" />
      {problem && <Alert type="error" showIcon title={problem} role="alert" />}
    </Modal>
  );
}
