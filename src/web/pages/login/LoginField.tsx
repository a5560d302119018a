import type { PropsWithChildren } from 'react';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly help?: string;
}

/** A labelled input with what is wrong with it, or what belongs into it, below. */
export function LoginField({ name, label, error, help, children }: PropsWithChildren<Props>) {
  return (
    <div className="login-field">
      <label htmlFor={name}>{label}</label>
      {children}
      <div id={`${name}-error`} className={error ? 'login-error' : 'login-help'} role="alert">
        {error ?? help}
      </div>
    </div>
  );
}

export const focusOn = (form: HTMLFormElement | null, name: string | undefined): void =>
  (form?.elements.namedItem(name ?? '') as HTMLElement | null)?.focus();
