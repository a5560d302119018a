import { Alert } from 'antd';
import { useRef, useState, type ChangeEvent, type ReactNode, type RefObject, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { HttpProblem } from '../../../http/http.ts';
import { Captcha } from '../../../plugins/Captcha.tsx';
import { notify } from '../../../messages/notify.ts';
import { focusOn } from '../LoginField.tsx';

type Values<N extends string> = Readonly<Record<N, string>>;
type Proof = Readonly<Record<string, unknown>>;

interface RecoverState<N extends string> {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly values: Values<N>;
  readonly errors: Partial<Values<N>>;
  readonly busy: boolean;
  /** Why the last attempt was refused, where that is about no input: stands above the button. */
  readonly refusal: ReactNode;
  /** The dialog of the security check, while it is asked for. */
  readonly captcha: ReactNode;
  /** What an input of this name is given. */
  input(name: N): Readonly<Record<string, unknown>> & { readonly value: string };
  submit(event: SyntheticEvent): void;
}

/** A small form of texts, all of them needed: sends them by `send`, with a solved security check of `purpose` where one is asked for. */
export function useRecover<N extends string>(
  names: readonly N[],
  send: (values: Values<N>, proof: Proof) => Promise<void>,
  purpose = '',
): RecoverState<N> {
  const { t } = useTranslation('validate');
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => Object.fromEntries(names.map((name) => [name, ''])) as Values<N>);
  const [errors, setErrors] = useState<Partial<Values<N>>>({});
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [solving, setSolving] = useState(false);

  const refuse = (found: Partial<Values<N>>): void => {
    setErrors(found);
    focusOn(form.current, Object.keys(found)[0]);
  };
  const attempt = async (proof: Proof = {}): Promise<void> => {
    setBusy(true);
    try {
      await send(values, proof);
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      if ((error.data as { needed?: boolean } | null)?.needed) return setSolving(true);
      if (error.errors && Object.keys(error.errors).length > 0) refuse(error.errors as Partial<Values<N>>);
      // What only the logs explain is told with the id to look for.
      else if (error.requestId) notify.error(error.message, error.requestId);
      else setRefused(error.message);
    } finally {
      setBusy(false);
    }
  };
  return {
    form,
    values,
    errors,
    busy,
    input: (name) => ({
      id: name,
      name,
      size: 'large',
      value: values[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setValues({ ...values, [name]: target.value });
        setErrors({});
      },
      ...(errors[name] && { status: 'error', 'aria-invalid': true }),
      'aria-describedby': `${name}-error`,
    }),
    submit(event) {
      event.preventDefault();
      setRefused(undefined);
      const empty = names.filter((name) => values[name].trim() === '');
      if (empty.length > 0)
        return refuse(Object.fromEntries(empty.map((name) => [name, t('required')])) as Partial<Values<N>>);
      setErrors({});
      void attempt();
    },
    refusal: refused && <Alert type="error" showIcon title={refused} className="login-note" />,
    captcha: solving && (
      <Captcha
        purpose={purpose}
        onCancel={() => setSolving(false)}
        onSolved={(captchaId, captchaInfo) => {
          setSolving(false);
          void attempt({ captchaId, captchaInfo });
        }}
      />
    ),
  };
}
