import { useId } from 'react';

interface Props<T extends string> {
  /** What the choice is about, for who does not see it. */
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly large?: boolean;
  onChange(value: T): void;
}

/** One of a few, side by side. antd's weighs as much as the rest of the page, for the tooltips that it might show. */
export function Choice<T extends string>({ label, value: chosen, options, large = false, onChange }: Props<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={large ? 'enter-choice enter-choice-large' : 'enter-choice'}>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChange(value)} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}
