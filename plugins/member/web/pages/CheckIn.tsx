import { CheckCircleFilled, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { http, usePersonChange } from '#web';
import { useAmountText } from '../centre/useAmountText.ts';
import { useMay } from '../centre/centreState.ts';
import { Answer } from './Answer.tsx';
import { Calendar } from './Calendar.tsx';
import { useAnswer } from './useAnswer.ts';

/** `GET /api/account/checkIn`: the days of a month on which somebody has checked in. */
interface Month {
  readonly month: string;
  readonly days: readonly string[];
  /** The day that it is for the member. */
  readonly date: string;
  /** Whether they have checked in on it. */
  readonly today: boolean;
  readonly streak: number;
  /** Points of the next check-in. */
  readonly next: number;
}
interface CheckedIn {
  readonly streak: number;
  readonly points: number;
}

/** Once a day: a button, the days in a row, and a calendar of the month. */
export function CheckIn() {
  const { t, i18n } = useTranslation('centre');
  const text = useAmountText();
  const { message } = App.useApp();
  const [month, setMonth] = useState<string>();
  const query = useAnswer<Month>('/api/account/checkIn', month === undefined ? {} : { month });
  const client = useQueryClient();
  const changed = usePersonChange();
  const [busy, setBusy] = useState(false);
  const may = useMay('account/overview', 'checkIn');

  const pointsText = (points: number): string => t('checkIn.points', { points: text(points, 'score'), count: points });
  const checkIn = async (): Promise<void> => {
    setBusy(true);
    try {
      const { points, streak } = await http.post<CheckedIn>('/api/account/checkIn');
      void message.success(t('checkIn.done', { points: pointsText(points), count: streak }));
      await Promise.all([client.invalidateQueries({ queryKey: ['member'] }), changed()]);
    } catch {
      // Told already; the day may have been checked in elsewhere.
      void query.refetch();
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="centre-card centre-check-in" aria-label={t('checkIn.title')}>
      <Answer query={query} rows={6}>
        {(data) => (
          <>
            <div>
              <h2>{t('checkIn.title')}</h2>
              <p className="centre-streak">
                <strong>{data.streak}</strong> {t('checkIn.inRow', { count: data.streak })}
              </p>
              {(may || data.today) && (
                <Button
                  type="primary"
                  size="large"
                  loading={busy}
                  disabled={data.today}
                  icon={data.today ? <CheckCircleFilled /> : undefined}
                  onClick={() => void checkIn()}
                >
                  {data.today ? t('checkIn.already') : t('checkIn.now', { points: pointsText(data.next) })}
                </Button>
              )}
              {data.today && <p className="centre-quiet">{t('checkIn.tomorrow', { points: pointsText(data.next) })}</p>}
            </div>
            <div className="centre-month">
              <header>
                <Button
                  type="text"
                  size="small"
                  icon={<LeftOutlined />}
                  aria-label={t('checkIn.before')}
                  onClick={() => setMonth(monthFrom(data.month, -1))}
                />
                <strong aria-live="polite">
                  {new Intl.DateTimeFormat(i18n.language, { year: 'numeric', month: 'long' }).format(
                    dayjs(`${data.month}-01`).toDate(),
                  )}
                </strong>
                <Button
                  type="text"
                  size="small"
                  icon={<RightOutlined />}
                  aria-label={t('checkIn.after')}
                  disabled={data.month >= data.date.slice(0, 7)}
                  onClick={() => setMonth(monthFrom(data.month, 1))}
                />
              </header>
              <Calendar month={data.month} today={data.date} days={data.days} />
            </div>
          </>
        )}
      </Answer>
    </section>
  );
}

const monthFrom = (month: string, step: number): string => dayjs(`${month}-01`).add(step, 'month').format('YYYY-MM');
