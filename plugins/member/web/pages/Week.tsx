import { useTranslation } from 'react-i18next';
import { Amount } from '../centre/Amount.tsx';

interface Props {
  /** `2026-11-22`, the oldest first. */
  readonly days: readonly string[];
  readonly values: readonly (number | string)[];
  readonly currency: 'money' | 'score';
}

/** Bars for the days of a week, up and down from nothing, each with its figure in words. */
export function Week({ days, values, currency }: Props) {
  const { t } = useTranslation('centre');
  const numbers = values.map(Number);
  const most = Math.max(...numbers.map(Math.abs));
  if (most === 0) return <p className="centre-quiet centre-week-none">{t('overview.nothing')}</p>;
  // Where nothing was taken, all of the height is for what came.
  const base = numbers.some((value) => value < 0) ? 50 : 0;
  return (
    <ul className="centre-week">
      {days.map((day, at) => {
        const value = numbers[at]!;
        const height = `${(Math.abs(value) / most) * (100 - base)}%`;
        return (
          <li key={day} title={day}>
            <span className="centre-bar">
              <span
                data-negative={value < 0}
                style={value < 0 ? { top: `${100 - base}%`, height } : { bottom: `${base}%`, height }}
                aria-hidden
              />
            </span>
            <span className="visually-hidden">{day}</span>
            <Amount value={values[at]!} currency={currency} signed plain />
            <span aria-hidden className="centre-quiet">
              {day.slice(5)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
