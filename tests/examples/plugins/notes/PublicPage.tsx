import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { PublicFooter, PublicHeader, usePersonOf, useTitle } from '#web';

/** For everybody, in the frame of the site. It greets members by name, as long as they are signed in. */
export default function PublicPage() {
  const { t } = useTranslation('notes');
  const member = usePersonOf('member');
  useTitle(t('notes'));
  return (
    <div className="site">
      <PublicHeader />
      <main className="page-center">
        <Typography.Title>{member ? t('of', { name: member.username }) : t('notes')}</Typography.Title>
      </main>
      <PublicFooter />
    </div>
  );
}
