import { Empty, Pagination, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTimeText } from '#resource';
import { Sentence } from '../../fields/activity/Sentence.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Loading } from '../../components/Loading.tsx';
import { useOwnLog, type LogEntry } from './useProfile.ts';

const pageSize = 10;

/** What one did oneself, page by page. */
export function OwnLog() {
  const { t } = useTranslation('profile');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useOwnLog(page, pageSize);
  if (error) return <LoadFailed title={t('loadFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Loading paragraph={{ rows: 8 }} />;
  if (data.total === 0) return <Empty description={t('noLog')} />;
  return (
    <>
      <ul className="own-log">
        {data.list.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <Pagination
        className="own-log-pages"
        align="end"
        current={page}
        pageSize={pageSize}
        total={data.total}
        hideOnSinglePage
        showSizeChanger={false}
        onChange={setPage}
      />
    </>
  );
}

function Entry({ entry }: { entry: LogEntry }) {
  const { title, sentence, url, ip, useragent, actor, create_time: time } = entry;
  return (
    <li className="own-log-entry">
      <Typography.Text strong>{sentence ? <Sentence parts={sentence} /> : title}</Typography.Text>
      <time>
        <Typography.Text type="secondary">{dateTimeText(time)}</Typography.Text>
      </time>
      <Typography.Text type="secondary" ellipsis={{ tooltip: useragent }}>
        {[sentence ? '' : actor, url, ip].filter(Boolean).join(' · ')}
      </Typography.Text>
    </li>
  );
}
