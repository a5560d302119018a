import Input from 'antd/es/input/Input';
import type { ReactNode } from 'react';
import type { useFields } from './useFields.ts';
import type { SentCode, Way } from './entry.ts';
import type { Answered } from './useSending.tsx';
import { CodeField } from './CodeField.tsx';
import { Field } from './Field.tsx';

interface Props<N extends string> {
  /** Its input, that of the code, which is `captcha`, and what is wrong with them. */
  readonly fields: Pick<ReturnType<typeof useFields<N | 'captcha'>>, 'values' | 'errors' | 'input' | 'change'>;
  readonly name: N;
  readonly way: Way;
  readonly label: string;
  /** Whether it is known beforehand that codes are not sent, and wait for an administrator to hand them on. */
  readonly keepsCodes?: boolean | undefined;
  /** Stands between the address and the code. */
  readonly children?: ReactNode;
  /** Has a code sent to the address; undefined when there is none. */
  onSend(): Promise<Answered<SentCode> | undefined>;
}

/** An e-mail address or a mobile number, and the code that shows whose it is. */
export function AddressField<N extends string>({
  fields,
  name,
  way,
  label,
  keepsCodes = false,
  children,
  onSend,
}: Props<N>) {
  const { values, errors, input, change } = fields;
  return (
    <>
      <Field name={name} label={label} error={errors[name]}>
        <Input
          {...input(name)}
          {...(way === 'email' ? { type: 'email', autoComplete: 'email' } : { type: 'tel', autoComplete: 'tel' })}
          maxLength={254}
        />
      </Field>
      {children}
      <CodeField
        value={values.captcha}
        error={errors['captcha']}
        target={values[name].trim()}
        onChange={(code) => change('captcha', code)}
        keepsCodes={keepsCodes}
        onSend={onSend}
      />
    </>
  );
}
