import { InputNumber } from 'antd';
import type { InputEvent, ReactNode } from 'react';
import { controlProps, optionOf, type InputProps } from './view.ts';

interface Props extends InputProps {
  /** Digits behind the point. */
  precision?: number;
  prefix?: ReactNode;
  suffix?: ReactNode;
  /** The value is decimal text, so that no digit is lost. */
  asText?: boolean;
}

/**
 * A number; what lies outside the limits or has too many digits stays and is refused with a sentence, never changed
 * silently.
 */
export function NumberInput({ precision, prefix, suffix, asText = false, ...props }: Props) {
  const { field, value, onChange } = props;
  const [min, max] = [optionOf<number>(field, 'min'), optionOf<number>(field, 'max')];
  return (
    <InputNumber<number | string>
      {...controlProps(props)}
      className="full-width"
      stringMode
      step={precision ? 1 / 10 ** Math.min(precision, 2) : 1}
      prefix={prefix}
      suffix={suffix}
      inputMode={precision === 0 ? 'numeric' : 'decimal'}
      changeOnWheel={false}
      keyboard
      aria-valuemin={min}
      aria-valuemax={max}
      value={value as number | string | null}
      onBeforeInput={refuseLetters}
      onChange={(next) => onChange?.(asText ? next : numberIn(next))}
    />
  );
}

/** The number that was typed, as text where a number would not carry all of its digits. */
const numberIn = (typed: number | string | null): number | string | null =>
  typed !== null && String(Number(typed)) === String(typed) ? Number(typed) : typed;

/** Letters, typed or pasted, are no part of a number. */
function refuseLetters(event: InputEvent): void {
  if (/\p{L}/u.test(event.data ?? '')) event.preventDefault();
}
