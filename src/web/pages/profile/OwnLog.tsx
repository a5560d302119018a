import { Empty, List, Skeleton, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTimeText } from '#resource';
import { LoadFailed } from '../../LoadFailed.tsx';
import { useOwnLog, type LogEntry } from './useProfile.ts';

const pageSize = 10;

/** What one did oneself, page by page. */
export function OwnLog() {
  const { t } = useTranslation('profile');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useOwnLog(page, pageSize);
  if (error) return <LoadFailed title={t('loadFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} aria-label={t('loading')} />;
  if (data.total === 0) return <Empty description={t('noLog')} />;
  return (
    <List
      className="own-log"
      dataSource={[...data.list]}
      rowKey="id"
      pagination={{
        current: page,
        pageSize,
        total: data.total,
        hideOnSinglePage: true,
        showSizeChanger: false,
        onChange: setPage,
      }}
      renderItem={(entry) => (
        <List.Item>
          <Entry entry={entry} />
        </List.Item>
      )}
    />
  );
}

function Entry({ entry: { title, url, ip, useragent, create_time: time } }: { entry: LogEntry }) {
  return (
    <div className="own-log-entry">
      <Typography.Text strong>{title}</Typography.Text>
      <time>
        <Typography.Text type="secondary">{dateTimeText(time)}</Typography.Text>
      </time>
      <Typography.Text type="secondary" ellipsis={{ tooltip: useragent }}>
        {[url, ip].filter(Boolean).join(' · ')}
      </Typography.Text>
    </div>
  );
}
