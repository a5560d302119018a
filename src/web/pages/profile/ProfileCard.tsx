import { Avatar, Tag, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { dateTimeText } from '#resource';
import { safeAddress } from '../../fields/safeAddress.ts';
import type { ProfileInfo } from './useProfile.ts';

/** Who one is, at a glance. */
export function ProfileCard({ info }: { info: ProfileInfo }) {
  const { t } = useTranslation('profile');
  const facts: readonly (readonly [label: string, value: string])[] = [
    [t('position'), info.position || t('never')],
    [t('column'), info.column.join(' · ') || t('never')],
    [t('lastTime'), info.last_login_time || t('never')],
    [t('lastAddress'), info.last_login_ip || t('never')],
    [t('since'), dateTimeText(info.create_time)],
  ];
  return (
    <section className="profile-card" aria-label={t('card')}>
      <div className="profile-who">
        <Avatar className="profile-picture" size={80} src={safeAddress(info.avatar)} alt="">
          {info.nickname.slice(0, 1).toUpperCase()}
        </Avatar>
        <div>
          <Typography.Title level={2} className="profile-name" ellipsis={{ tooltip: info.nickname }}>
            {info.nickname}
          </Typography.Title>
          <Typography.Text type="secondary">{info.username}</Typography.Text>
          <div className="profile-groups">
            {info.groups.map((group) => (
              <Tag key={group}>{group}</Tag>
            ))}
          </div>
        </div>
      </div>
      <dl className="profile-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
