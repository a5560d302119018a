import { AutoComplete, Form, Input, Modal } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckedItem } from '#web';
import type { CommandAnswer, ParamAnswer } from '../../shared/protocol.ts';
import { FirstField } from './FirstField.tsx';

interface Props {
  readonly command: CommandAnswer | undefined;
  readonly onClose: () => void;
  readonly onRun: (params: Readonly<Record<string, string>>) => void;
}

/** Asks for the parameters of a command. */
export function CommandDialog({ command, onClose, onRun }: Props) {
  const { t } = useTranslation('terminalPanel');
  const [form] = Form.useForm<Record<string, string>>();
  const id = useId();
  return (
    <Modal
      open={command !== undefined}
      title={command?.label}
      okText={t('runOk')}
      okButtonProps={{ htmlType: 'submit', form: id }}
      cancelText={t('cancel')}
      onCancel={onClose}
      centered
      destroyOnHidden
    >
      {command?.description && <p className="terminal-help">{command.description}</p>}
      <Form id={id} form={form} layout="vertical" requiredMark={false} clearOnDestroy onFinish={onRun}>
        {command?.params.map((param) => (
          <Param key={param.name} param={param} />
        ))}
      </Form>
      <FirstField form={form} name={command?.params[0]?.name} />
    </Modal>
  );
}

function Param({ param }: { readonly param: ParamAnswer }) {
  const { t } = useTranslation('terminalPanel');
  const { name, label, pattern, flags, options } = param;
  return (
    <CheckedItem
      name={name}
      label={label}
      rules={[
        { required: true, message: t('param.required', { label }) },
        { pattern: new RegExp(`^(?:${pattern})$`, flags), message: t('param.pattern', { label }) },
      ]}
    >
      {options ? (
        <AutoComplete
          defaultActiveFirstOption={false}
          // Below stands the button that runs it.
          placement="topLeft"
          listHeight={128}
          showSearch={{ filterOption: true }}
          options={options.map((value) => ({ value }))}
        />
      ) : (
        <Input autoComplete="off" />
      )}
    </CheckedItem>
  );
}
