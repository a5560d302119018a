import { InputNumber, Select } from 'antd';
import { countedPeriod, namedPeriods, periodUnits, type FieldManifest, type PeriodUnit } from '#resource';
import { kindNamed } from '../fields/kinds.ts';
import { useText } from '../settings/useText.ts';

type Text = ReturnType<typeof useText>;

/** What a filter writes for a period, in words: `last-7-days` is "the last 7 days". */
export function periodText(text: Text, value: unknown): string {
  const counted = countedPeriod(String(value));
  if (counted) return text(`filter:period.${counted.direction}Of.${counted.unit}`, { count: counted.count });
  return namedPeriods.some((each) => each === value) ? text(`filter:period.named.${String(value)}`) : String(value);
}

/** Counted ones that are offered by name. */
const usual = ['last-7-days', 'last-30-days', 'last-24-hours'] as const;
/** What somebody begins with who wants to count. */
const begun = { last: 'last-14-days', next: 'next-7-days' } as const;
const most = 1000;

interface Props {
  readonly field: FieldManifest;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A choice of periods that move on with the time; of those that are counted, how many of what. */
export function PeriodInput({ field, value, onChange }: Props) {
  const text = useText();
  // A day has no hours.
  const hasHours = kindNamed(field.kind)?.encoding?.(field.options as never).as === 'moment';
  const isOffered = (period: string): boolean => hasHours || !period.endsWith('hours');
  const counted = typeof value === 'string' && !usual.some((each) => each === value) ? countedPeriod(value) : undefined;
  const write = (count: number, unit: PeriodUnit): void => onChange(`${counted!.direction}-${count}-${unit}`);
  const named = [...namedPeriods.slice(0, 3), ...usual.filter(isOffered), ...namedPeriods.slice(3)];
  return (
    <div className="filter-period">
      <Select<string>
        aria-label={text('filter:period.of', { field: field.label })}
        placeholder={text('filter:period.choose')}
        popupMatchSelectWidth={false}
        value={counted ? counted.direction : ((value ?? undefined) as string)}
        options={[
          ...named.map((period) => ({ value: period as string, label: periodText(text, period) })),
          ...(['last', 'next'] as const).map((direction) => ({
            value: direction as string,
            label: text(`filter:period.${direction}`),
          })),
        ]}
        onChange={(next) => onChange(next === 'last' || next === 'next' ? begun[next] : next)}
      />
      {counted && (
        <>
          <InputNumber
            aria-label={text('filter:period.count')}
            min={1}
            max={most}
            precision={0}
            value={counted.count}
            onChange={(count) => count !== null && write(count, counted.unit)}
          />
          <Select<PeriodUnit>
            aria-label={text('filter:period.unit')}
            popupMatchSelectWidth={false}
            value={counted.unit}
            options={periodUnits
              .filter(isOffered)
              .map((unit) => ({ value: unit, label: text(`filter:period.units.${unit}`) }))}
            onChange={(unit) => write(counted.count, unit)}
          />
        </>
      )}
    </div>
  );
}
