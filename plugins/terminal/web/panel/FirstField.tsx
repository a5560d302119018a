import type { FormInstance } from 'antd';
import { useEffect } from 'react';

interface Props {
  readonly form: Pick<FormInstance, 'getFieldInstance'>;
  readonly name: string | undefined;
}

/** Within a dialog: gives the field the focus as soon as the dialog is there, so that no key is lost while it still moves. */
export function FirstField({ form, name }: Props) {
  useEffect(() => {
    // Behind the dialog, which first remembers who had the focus.
    queueMicrotask(() => (form.getFieldInstance(name) as HTMLElement | undefined)?.focus());
  }, [form, name]);
  return null;
}
