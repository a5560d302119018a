import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Result } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { http } from '../../http/http.ts';
import { usePerson } from '../../layout/usePerson.ts';
import { usePlugins } from '../../plugins/loadPlugins.ts';
import { widgets } from '../../plugins/widgets.ts';
import { useRealm } from '../../realms/RealmContext.ts';
import { Arrange } from './Arrange.tsx';
import { Board } from './Board.tsx';
import { DashboardFailures } from './DashboardFailures.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { greetingAt, siteHour } from './greeting.ts';
import type { Overview } from './overview.ts';
import { overviewParts, widgetParts, type DashboardPart } from './parts.tsx';
import { useArrangement } from './useArrangement.ts';
import './dashboard.css';

/** The first page after signing in: a greeting, and what the caller may count. */
export function DashboardPage() {
  const { t, i18n } = useTranslation('dashboard');
  const hour = useHour();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['dashboard', i18n.language],
    queryFn: () => http.get<Overview>('/admin/Dashboard/index', {}, { quiet: true, allowDuplicate: true }),
    retry: 1,
  });
  const person = usePerson();
  const [arrangement, arrange] = useArrangement(data);
  const parts = useParts(data);
  const name = person?.nickname || person?.username || '';
  return (
    <div className="dashboard">
      <header>
        <div>
          <h2>{t('hello', { greeting: t(`greeting.${greetingAt(hour)}`), name })}</h2>
          <p>{data?.remark}</p>
        </div>
        {data && parts.length > 1 && <Arrange parts={parts} arrangement={arrangement} change={arrange} />}
      </header>
      {data?.steps && <FirstSteps steps={data.steps} />}
      {data?.failures && <DashboardFailures failures={data.failures} />}
      {isPending && <DashboardSkeleton />}
      {!data && error && (
        <Result
          status="warning"
          title={t('failed')}
          subTitle={error.message}
          extra={
            <Button type="primary" onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          }
        />
      )}
      {(data || error) && parts.length > 0 && <Board parts={parts} arrangement={arrangement} />}
      {data && parts.length === 0 && <NoFigures />}
    </div>
  );
}

/** What there is to see: what the product counts, once it is there, and what plugins bring; late ones are added when they arrive. */
function useParts(overview: Overview | undefined): readonly DashboardPart[] {
  const { t } = useTranslation('dashboard');
  usePlugins();
  return [...(overview ? overviewParts(overview, t) : []), ...widgetParts(widgets.in(useRealm()), t)];
}

function useHour(): number {
  const [hour, setHour] = useState(() => siteHour());
  useEffect(() => {
    const timer = setInterval(() => setHour(siteHour()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return hour;
}

function NoFigures() {
  const { t } = useTranslation('dashboard');
  return (
    <Empty
      description={
        <>
          <strong>{t('noFigures')}</strong>
          <br />
          {t('noFiguresHelp')}
        </>
      }
    />
  );
}
