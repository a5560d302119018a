import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Result } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { http } from '../../http/http.ts';
import { usePerson } from '../../layout/usePerson.ts';
import { usePlugins } from '../../plugins/halves.ts';
import { widgets, type Widget } from '../../plugins/widgets.ts';
import { useRealm } from '../../realms/RealmContext.ts';
import { DashboardFailures } from './DashboardFailures.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Figures } from './Figures.tsx';
import { greetingAt } from './greeting.ts';
import type { Overview } from './overview.ts';
import { Widgets } from './Widgets.tsx';
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
  const shown = useWidgets();
  const name = person?.nickname || person?.username || '';
  return (
    <div className="dashboard">
      <header>
        <h2>{t('hello', { greeting: t(`greeting.${greetingAt(hour)}`), name })}</h2>
        <p>{data?.remark}</p>
      </header>
      {data?.steps && <FirstSteps steps={data.steps} />}
      {data?.failures && <DashboardFailures failures={data.failures} />}
      {data && <Shown overview={data} isAll={shown.length === 0} />}
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
      {shown.length > 0 && <Widgets shown={shown} />}
    </div>
  );
}

/** Those of plugins that whoever is signed in may see; late ones are added when they are there. */
function useWidgets(): readonly Widget[] {
  usePlugins();
  return widgets.in(useRealm());
}

/** The hour of the user's clock. */
function useHour(): number {
  const [hour, setHour] = useState(() => new Date().getHours());
  useEffect(() => {
    const timer = setInterval(() => setHour(new Date().getHours()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return hour;
}

function Shown({ overview, isAll }: { overview: Overview; isAll: boolean }) {
  const { t } = useTranslation('dashboard');
  const isEmpty = overview.cards.length + overview.tables.length === 0 && !overview.changes;
  if (!isEmpty) return <Figures overview={overview} />;
  if (!isAll) return null;
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
