import { Alert } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Captcha, HttpProblem } from '#web';

type Errors = Readonly<Record<string, string>>;
/** `captchaId` and `captchaInfo` of a solved security check, where one was asked for. */
type Proof = Readonly<Record<string, unknown>>;

interface Wanted {
  readonly captcha?: boolean;
  readonly needed?: boolean;
}
interface Question {
  readonly purpose: string | undefined;
  /** Undefined when somebody has closed the dialog. */
  answer(proof: Proof | undefined): void;
}

/** What a call has answered once it succeeded. */
export interface Answered<T> {
  readonly answer: T;
}

export interface Sending {
  readonly busy: boolean;
  readonly errors: Errors;
  /** What has to be drawn for it: the dialog of the security check. */
  readonly part: ReactNode;
  /** Why the last attempt was refused, where that is about no field: stands above the button. */
  readonly refusal: ReactNode;
  setErrors(errors: Errors): void;
  /**
   * Sends something; where the server asks for a security check of this purpose, once more with its proof. Refusals are shown
   * at their fields, or in `refusal`. What was answered, also when a check had to be solved first; undefined without success.
   */
  send<T>(purpose: string | undefined, call: (proof: Proof) => Promise<T>): Promise<Answered<T> | undefined>;
}

/** Sends forms that a security check may stand in front of. `onRefused` gets the first field that is wrong. */
export function useSending(onRefused: (field: string) => void = () => {}): Sending {
  const { t } = useTranslation('enter');
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [refused, setRefused] = useState<string>();
  const [question, ask] = useState<Question>();

  const refuse = (found: Errors): void => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) onRefused(first);
  };
  const solve = (purpose: string | undefined): Promise<Proof | undefined> =>
    new Promise((answer) => ask({ purpose, answer }));
  const send: Sending['send'] = async (purpose, call) => {
    setErrors({});
    setRefused(undefined);
    for (let proof: Proof | undefined = {}; proof;) {
      const outcome = await attempt(call, proof);
      if (outcome !== 'needs proof') return outcome;
      proof = await solve(purpose);
    }
    return undefined;
  };
  const attempt = async <T,>(
    call: (proof: Proof) => Promise<T>,
    proof: Proof,
  ): Promise<Answered<T> | undefined | 'needs proof'> => {
    setBusy(true);
    try {
      return { answer: await call(proof) };
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      if ((error.data as Wanted | null)?.needed) return 'needs proof';
      if (error.errors && Object.keys(error.errors).length > 0) refuse(error.errors);
      else setRefused(error.message || t('failed'));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const answer = (proof: Proof | undefined): void => {
    ask(undefined);
    question?.answer(proof);
  };
  const part = question && (
    <Captcha
      {...(question.purpose === undefined ? {} : { purpose: question.purpose })}
      onCancel={() => answer(undefined)}
      onSolved={(captchaId, captchaInfo) => answer({ captchaId, captchaInfo })}
    />
  );
  const refusal = refused && <Alert type="error" showIcon title={refused} className="enter-note" />;
  return { busy, errors, part, refusal, setErrors, send };
}
