import { InputNumber, Select, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sizeText } from '#resource';
import type { InputProps } from '#web';

const units = ['b', 'kb', 'mb', 'gb', 'tb'] as const;
type Unit = (typeof units)[number];
const bytesOf = (unit: Unit): number => 1024 ** units.indexOf(unit);

/** The largest unit in which a number of bytes is short to write. */
function unitOf(bytes: number): Unit {
  const whole = units.findLast((unit) => bytes >= bytesOf(unit) && Number.isInteger((bytes / bytesOf(unit)) * 100));
  return whole ?? 'b';
}

/** The number of what is written with or without a unit; nothing for nothing, and NaN, which is not taken, for all else. */
function numberIn(text = ''): number | '' {
  if (text.trim() === '') return '';
  return Number(/^\s*(\d+(?:\.\d*)?|\.\d+)\s*(?:[kmgt]?b)?\s*$/i.exec(text)?.[1] ?? Number.NaN);
}

/** A number of bytes, written in b, kb, mb, gb or tb (specification §9). */
export default function SizeInput({ id, value, onChange, onBlur, disabled, field, placeholder, ...props }: InputProps) {
  const label = props['aria-label'];
  const { t } = useTranslation('upload');
  const bytes = typeof value === 'number' ? value : null;
  const [chosen, setChosen] = useState<Unit>();
  // Who writes a first number seldom means bytes.
  const unit = chosen ?? (bytes === null ? 'mb' : unitOf(bytes));
  return (
    <Space.Compact className="full-width">
      <InputNumber
        id={id}
        className="full-width"
        disabled={disabled}
        min={0}
        value={bytes === null ? null : bytes / bytesOf(unit)}
        placeholder={placeholder}
        aria-label={label}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        onBlur={onBlur}
        parser={numberIn}
        onInput={(text) => {
          const [, number, written] = /^\s*([\d.]+)\s*([kmgt]?b)\s*$/i.exec(text) ?? [];
          if (written === undefined) return;
          const unit = written.toLowerCase() as Unit;
          setChosen(unit);
          onChange?.(Math.round(Number(number) * bytesOf(unit)));
        }}
        onChange={(number) => {
          // It stays while somebody writes, whatever would be shorter.
          setChosen(unit);
          onChange?.(number === null ? null : Math.round(Number(number) * bytesOf(unit)));
        }}
      />
      <Select<Unit>
        disabled={disabled}
        value={unit}
        aria-label={t('settings.unitOf', { field: label ?? field.label })}
        popupMatchSelectWidth={false}
        options={units.map((each) => ({ value: each, label: each.toUpperCase() }))}
        onChange={(next) => {
          setChosen(next);
          // The number stays, and means something else.
          if (bytes !== null) onChange?.(Math.round((bytes / bytesOf(unit)) * bytesOf(next)));
        }}
        title={bytes === null ? undefined : sizeText(bytes)}
      />
    </Space.Compact>
  );
}
