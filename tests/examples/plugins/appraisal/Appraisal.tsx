import { Alert, Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormField, type FormSectionProps } from '#web';

export default function Appraisal({ values, setValue, readOnly }: FormSectionProps) {
  const { t } = useTranslation('appraisal');
  const isBelow = Number(values['estimate'] ?? 0) < Number(values['price'] ?? 0);
  return (
    <>
      {/* The field as the form would show it: label, checks, messages. In a record it shows the value. */}
      <FormField name="estimate" />
      {isBelow && <Alert type="warning" showIcon title={t('below')} style={apart} />}
      {!readOnly && (
        <Button style={apart} onClick={() => setValue('estimate', values['price'])}>
          {t('asPriced')}
        </Button>
      )}
      {/* The same around a control of one's own. */}
      <FormField name="condition">
        {({ id, value, onChange }) => (
          <Input.TextArea
            id={id}
            rows={6}
            count={{ show: true, max: 500 }}
            value={String(value ?? '')}
            onChange={({ target }) => onChange?.(target.value || null)}
          />
        )}
      </FormField>
    </>
  );
}

const apart = { marginBottom: 16 };
