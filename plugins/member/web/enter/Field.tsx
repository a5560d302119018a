import type { PropsWithChildren } from 'react';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly error?: string | undefined;
  readonly help?: string | undefined;
}

/** A labelled input with what is wrong with it, or what belongs into it, below. */
export function Field({ name, label, error, help, children }: PropsWithChildren<Props>) {
  return (
    <div className="enter-field">
      <label htmlFor={name}>{label}</label>
      {children}
      <div id={`${name}-error`} className="enter-error" role="alert">
        {error ?? (help && <span className="enter-help">{help}</span>)}
      </div>
    </div>
  );
}

/** What an input in such a field is given. */
export const inputProps = (name: string, error: string | undefined) => ({
  id: name,
  name,
  size: 'large' as const,
  'aria-describedby': `${name}-error`,
  ...(error === undefined ? {} : { status: 'error' as const, 'aria-invalid': true }),
});
