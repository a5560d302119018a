import { InputNumber } from 'antd';
import { useLayoutEffect, useRef, type ComponentRef, type InputEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { typedNumber } from './typedNumber.ts';
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
  const input = useStepNames();
  return (
    <InputNumber<number | string>
      ref={input}
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
      parser={typedNumber}
      onBeforeInput={refuseLetters}
      onChange={(next) => onChange?.(asText ? next : numberIn(next))}
    />
  );
}

/** Names the buttons beside the number, which the library does in English only. */
function useStepNames() {
  const { t } = useTranslation('common');
  const input = useRef<ComponentRef<typeof InputNumber>>(null);
  useLayoutEffect(() => {
    const [up, down] = input.current!.nativeElement.querySelectorAll('[role="button"]');
    up?.setAttribute('aria-label', t('increase'));
    down?.setAttribute('aria-label', t('decrease'));
  });
  return input;
}

/** The number that was typed, as text where a number would not carry all of its digits. */
const numberIn = (typed: number | string | null): number | string | null =>
  typed !== null && String(Number(typed)) === String(typed) ? Number(typed) : typed;

/** Letters, typed or pasted, are no part of a number. */
function refuseLetters(event: InputEvent): void {
  if (/\p{L}/u.test(event.data ?? '')) event.preventDefault();
}
