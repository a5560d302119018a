import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';

interface Props {
  /** `2026-11`. */
  readonly month: string;
  /** `2026-11-22`: the day that it is for the member. */
  readonly today: string;
  /** Days on which they have checked in. */
  readonly days: readonly string[];
}

/** A month, weeks from Monday, with the days that count marked. */
export function Calendar({ month, today, days }: Props) {
  const { t, i18n } = useTranslation('centre');
  const first = dayjs(`${month}-01`);
  const marked = new Set(days);
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'narrow' });
  const long = new Intl.DateTimeFormat(i18n.language, { weekday: 'long' });
  // A Monday and the days after it.
  const names = [...Array(7).keys()].map((day) => new Date(2024, 0, day + 1));
  const before = (first.day() + 6) % 7;
  const all = [...Array(first.daysInMonth()).keys()].map((day) => day + 1);
  const weeks = [all.slice(0, 7 - before), ...chunksOf(all.slice(7 - before), 7)];
  return (
    <table className="centre-calendar">
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name.getDay()} scope="col" abbr={long.format(name)}>
              {weekday.format(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week[0] === 1 && before > 0 && (
              <td colSpan={before} aria-hidden>
                {'\u00a0'}
              </td>
            )}
            {week.map((day) => {
              const date = `${month}-${String(day).padStart(2, '0')}`;
              return (
                <td key={day} data-marked={marked.has(date)} aria-current={date === today ? 'date' : undefined}>
                  <span>{day}</span>
                  {marked.has(date) && <span className="visually-hidden">{t('checkIn.marked')}</span>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const chunksOf = <T,>(list: readonly T[], size: number): T[][] =>
  [...Array(Math.ceil(list.length / size)).keys()].map((at) => list.slice(at * size, at * size + size));
