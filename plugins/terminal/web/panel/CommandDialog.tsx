import { AutoComplete, Form, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CommandAnswer, ParamAnswer } from '../../shared/protocol.ts';

interface Props {
  readonly command: CommandAnswer | undefined;
  readonly onClose: () => void;
  readonly onRun: (params: Readonly<Record<string, string>>) => void;
}

/** Asks for the parameters of a command. */
export function CommandDialog({ command, onClose, onRun }: Props) {
  const { t } = useTranslation('terminalPanel');
  const [form] = Form.useForm<Record<string, string>>();
  return (
    <Modal
      open={command !== undefined}
      title={command?.label}
      okText={t('runOk')}
      cancelText={t('cancel')}
      onCancel={onClose}
      onOk={form.submit}
      afterOpenChange={(now) => now && form.getFieldInstance(command?.params[0]?.name)?.focus()}
      destroyOnHidden
    >
      {command?.description && <p className="terminal-help">{command.description}</p>}
      <Form form={form} layout="vertical" requiredMark={false} clearOnDestroy onFinish={onRun}>
        {command?.params.map((param) => (
          <Param key={param.name} param={param} />
        ))}
      </Form>
    </Modal>
  );
}

function Param({ param }: { readonly param: ParamAnswer }) {
  const { t } = useTranslation('terminalPanel');
  const { name, label, pattern, flags, options } = param;
  return (
    <Form.Item
      name={name}
      label={label}
      validateTrigger="onBlur"
      rules={[
        { required: true, message: t('param.required', { label }) },
        { pattern: new RegExp(`^(?:${pattern})$`, flags), message: t('param.pattern', { label }) },
      ]}
    >
      {options ? (
        <AutoComplete
          defaultActiveFirstOption={false}
          showSearch={{ filterOption: true }}
          options={options.map((value) => ({ value }))}
        />
      ) : (
        <Input autoComplete="off" />
      )}
    </Form.Item>
  );
}
