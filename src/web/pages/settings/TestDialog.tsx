import { Alert, Button, Flex } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionManifest, Manifest } from '#resource';
import { useRequest } from '../../http/useRequest.ts';
import { useText } from '../../settings/useText.ts';
import { FormSurface } from '../../table/FormSurface.tsx';
import { RowForm } from '../../table/RowForm.tsx';
import type { Values } from '../../table/formValues.ts';
import { failureOf } from '../../table/saveFailure.ts';
import { useEditing } from '../../table/useEditing.ts';

interface Props {
  readonly group: string;
  readonly test: ActionManifest;
  readonly changes: () => Values;
  readonly onRefused: (errors: Readonly<Record<string, string>>) => void;
  readonly onClose: () => void;
}
interface Result {
  readonly passed: boolean;
  readonly message: string;
}

const nothing: NonNullable<ActionManifest['form']> = { fields: {}, form: { open: 'modal', width: 520, sections: [] } };

/** Asks for what a test needs, and shows what came of it; one that needs nothing begins at once. */
export function TestDialog({ group, test, changes, onRefused, onClose }: Props) {
  const text = useText();
  const { t } = useTranslation('config');
  const request = useRequest();
  const [open, setOpen] = useState(true);
  const [result, setResult] = useState<Result>();
  // Only these are looked at where no row is read.
  const form = useMemo(() => ({ ...(test.form ?? nothing), lines: [] as Manifest['lines'] }) as Manifest, [test]);
  const send = async (values: Values) => {
    setResult(undefined);
    try {
      const payload = { group, settings: changes(), values };
      setResult(await request.post<Result>('/admin/routine.Config/test', payload));
    } catch (error) {
      const failure = failureOf(error);
      const wrong = failure.kind === 'invalid' ? failure.errors : {};
      // Those of the test stand in this form, all others in the one below.
      if (Object.keys(wrong).some((name) => name in form.fields) || Object.keys(wrong).length === 0) throw error;
      onRefused(wrong);
      setOpen(false);
    }
    return { id: 0 };
  };
  const source = {
    id: undefined,
    loaded: undefined,
    retry: () => {},
    add: send,
    edit: (_row: unknown, to: Values) => send(to),
  };
  const state = useEditing(form, source, () => {});
  const begun = useRef(false);
  useEffect(() => {
    if (test.form || begun.current) return;
    begun.current = true;
    void state.submit();
  }, [test, state]);
  const footer = (
    <Flex gap="small" justify="end">
      <Button onClick={() => setOpen(false)}>{text('close')}</Button>
      <Button
        type="primary"
        loading={state.saving}
        onClick={() => (test.form ? state.form.submit() : void state.submit())}
      >
        {test.label}
      </Button>
    </Flex>
  );
  return (
    <FormSurface
      form={form.form}
      title={test.label}
      open={open}
      footer={footer}
      onLeave={() => setOpen(false)}
      afterClose={onClose}
    >
      {test.form && <RowForm manifest={form} state={state} isNew focused />}
      {state.saving && <div role="status">{t('testing')}</div>}
      {result && (
        <Alert className="settings-result" type={result.passed ? 'success' : 'error'} showIcon title={result.message} />
      )}
    </FormSurface>
  );
}
