import { useRef, useState, type ChangeEvent, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { pointerReleased } from '#web';
import { inputProps } from './Field.tsx';
import type { Rule } from './rules.ts';
import { useSending } from './useSending.tsx';

type Rules<N extends string> = { readonly [name in N]?: Rule };

/**
 * The texts of a small form: what is typed, what is wrong with it, and how it is sent. What breaks a rule says so when its
 * input is left, and before anything is sent.
 */
export function useFields<N extends string>(
  names: readonly N[],
  onTyped: () => void = () => {},
  rules: Rules<NoInfer<N>> = {},
) {
  const { t } = useTranslation('validate');
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => Object.fromEntries(names.map((name) => [name, ''])) as Record<N, string>);
  const focus = (name: string): void => (form.current?.elements.namedItem(name) as HTMLElement | null)?.focus();
  const sending = useSending(focus);
  const { errors, setErrors } = sending;
  const change = (name: N, value: string): void => {
    onTyped();
    setValues((before) => ({ ...before, [name]: value }));
    if (errors[name] !== undefined) setErrors(without(errors, name));
  };
  const refusalOf = (name: N): string | undefined => {
    if (values[name].trim() === '') return t('required');
    const refused = rules[name]?.(values[name]);
    return refused && String(t(refused.key as 'required', refused.params));
  };
  const leave = (name: N): void => {
    const refusal = values[name] === '' ? undefined : refusalOf(name);
    if (refusal !== undefined) setErrors({ ...errors, [name]: refusal });
  };
  return {
    ...sending,
    form,
    values,
    change,
    focus,
    /** What an input of this name is given. */
    input: (name: N) => ({
      ...inputProps(name, errors[name]),
      value: values[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => change(name, event.target.value),
      ...(rules[name] && { onBlur: () => void pointerReleased().then(() => leave(name)) }),
    }),
    /** Whether none of these is empty or otherwise wrong; what is says so, and the first of it has the focus. */
    areFilled(wanted: readonly N[], others: Readonly<Record<string, string>> = {}): boolean {
      const refused = wanted.flatMap((name) => {
        const refusal = refusalOf(name);
        return refusal === undefined ? [] : [[name, refusal] as const];
      });
      const found = { ...Object.fromEntries(refused), ...others };
      const [first] = Object.keys(found);
      if (first === undefined) return true;
      setErrors(found);
      focus(first);
      return false;
    },
    onSubmit: (send: () => unknown) => (event: SyntheticEvent) => {
      event.preventDefault();
      void send();
    },
  };
}

const without = <T extends object>(object: T, name: string): T =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name)) as T;
