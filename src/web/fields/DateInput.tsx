import { DatePicker, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { InputEvent } from 'react';
import { dateTimeText, secondsOf } from '#resource';
import { storedLanguage } from '../settings/i18n.ts';
import { controlProps, isBlank, type InputProps } from './view.ts';

import.meta.glob('../../../locales/*/dayjs.ts', { eager: true });
// Languages have the same names there; changing one starts the page again.
dayjs.locale(storedLanguage());

const formats = { date: 'YYYY-MM-DD', time: 'HH:mm:ss', datetime: 'YYYY-MM-DD HH:mm:ss', year: 'YYYY' } as const;
export type DateForm = keyof typeof formats;

/** A day, a time of day, a moment or a year. Moments are read and shown in the site's time zone, not the browser's. */
export function DateInput({ form, ...props }: InputProps & { form: DateForm }) {
  const { value, onChange } = props;
  const common = {
    ...controlProps(props),
    className: 'full-width',
    format: formats[form],
    value: isBlank(value) ? null : toPicker(form, value),
    onChange: (next: Dayjs | null) => onChange?.(next ? fromPicker(form, next) : null),
    needConfirm: false,
    changeOnBlur: true,
  };
  const picker =
    form === 'time' ? (
      <TimePicker {...common} />
    ) : (
      <DatePicker
        {...common}
        picker={form === 'year' ? 'year' : 'date'}
        showTime={form === 'datetime' ? { defaultValue: dayjs('00:00:00', 'HH:mm:ss') } : false}
      />
    );
  // The pickers pass over a text that is deleted, and show it again.
  const empty = ({ target }: InputEvent): void => {
    if (target instanceof HTMLInputElement && target.value === '') onChange?.(null);
  };
  return (
    <div className="full-width" onInput={empty}>
      {picker}
    </div>
  );
}

function toPicker(form: DateForm, value: unknown): Dayjs | null {
  const text =
    form === 'datetime' && typeof value === 'number' ? dateTimeText(value) : String(value as string | number);
  const day =
    form === 'time' ? dayjs(`2000-01-01 ${text}`) : dayjs(form === 'year' ? `${text.padStart(4, '0')}-01-01` : text);
  return day.isValid() ? day : null;
}

function fromPicker(form: DateForm, day: Dayjs): unknown {
  const text = day.format(formats[form]);
  if (form === 'datetime') return secondsOf(text) ?? null;
  return form === 'year' ? Number(text) : text;
}
