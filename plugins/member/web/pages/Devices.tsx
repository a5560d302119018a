import { useQueryClient } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { browserName, http } from '#web';
import { useTimeText } from '../centre/useTimeText.ts';
import { Answer } from './Answer.tsx';
import { useAnswer } from './useAnswer.ts';

interface Session {
  readonly id: string;
  readonly current: boolean;
  readonly ip: string;
  readonly useragent: string;
  readonly create_time: number;
  readonly last_time: number;
}

/** Where somebody is signed in; each session can be ended, and all others at once. */
export function Devices() {
  const { t } = useTranslation('centre');
  const timeText = useTimeText();
  const query = useAnswer<{ readonly list: readonly Session[] }>('/api/account/sessions');
  const client = useQueryClient();
  const end = async (path: string, body: Readonly<Record<string, unknown>>): Promise<void> => {
    // What went wrong is told; the list shows how it is.
    await http.post(`/api/account/${path}`, body).catch(() => {});
    await client.invalidateQueries({ queryKey: ['member', '/api/account/sessions'] });
  };
  return (
    <section className="centre-card" aria-label={t('devices.title')}>
      <Answer query={query}>
        {({ list }) => (
          <>
            <div className="centre-line">
              <h2>{t('devices.title')}</h2>
              {list.length > 1 && (
                <Button onClick={() => void end('endOtherSessions', {})}>{t('devices.endOthers')}</Button>
              )}
            </div>
            <ul className="centre-list">
              {list.map(({ id, current, ip, useragent, last_time: time }) => (
                <li key={id}>
                  <span className="centre-cut" title={useragent}>
                    {browserName(useragent) ?? t('overview.unknownBrowser')}
                  </span>
                  <span className="centre-quiet">{[ip, timeText(time)].filter(Boolean).join(' · ')}</span>
                  {current ? (
                    <Tag color="green">{t('devices.this')}</Tag>
                  ) : (
                    <Button
                      size="small"
                      aria-label={t('common:named', { name: t('devices.end'), value: browserName(useragent) ?? ip })}
                      onClick={() => void end('endSession', { id })}
                    >
                      {t('devices.end')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Answer>
    </section>
  );
}
