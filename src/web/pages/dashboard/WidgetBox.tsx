import { useQuery } from '@tanstack/react-query';
import { Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Loading } from '../../components/Loading.tsx';
import { http } from '../../http/http.ts';
import { PluginPlace } from '../../plugins/PluginPlace.tsx';
import type { Widget } from '../../plugins/widgets.ts';

/** What a plugin puts on the dashboard, in a box of its own. */
export function WidgetBox({ widget }: { widget: Widget }) {
  const { t } = useTranslation();
  const { plugin, name, title } = widget;
  return (
    <section className="dashboard-widget" aria-label={t(title)}>
      <h3>{t(title)}</h3>
      <PluginPlace plugin={plugin} part="widget" name={name}>
        <Answered widget={widget} />
      </PluginPlace>
    </section>
  );
}

/** The widget with what its route answers, or why there is nothing to see. */
function Answered({ widget }: { widget: Widget }) {
  const { t, i18n } = useTranslation('dashboard');
  const { name, route, Content, isEmpty = isNothing, empty = 'dashboard:nothing' } = widget;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['widget', name, i18n.language],
    queryFn: () => http.get<unknown>(route!, {}, { quiet: true, allowDuplicate: true }),
    enabled: route !== undefined,
    retry: 1,
  });
  const refresh = (): void => void refetch();
  if (route === undefined) return <Content data={undefined} refresh={refresh} />;
  if (isPending) return <Loading title={false} paragraph={{ rows: 3 }} />;
  if (error) return <LoadFailed title={t('failed')} reason={error.message} onRetry={refresh} />;
  if (isEmpty(data)) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t(empty)} />;
  return <Content data={data} refresh={refresh} />;
}

const isNothing = (data: unknown): boolean =>
  data === null || data === undefined || (Array.isArray(data) && data.length === 0);
