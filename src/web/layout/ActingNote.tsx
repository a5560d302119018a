import { UserSwitchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { http } from '../http/http.ts';
import { changePerson } from '../navigation/reload.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { endActing, type Identity } from '../realms/session.ts';
import './acting.css';

const nameOf = ({ nickname, username }: Identity): string => nickname || username;

/** As whom somebody is signed in, and the way back to themself. */
export function ActingNote({ identity, actor }: { readonly identity: Identity; readonly actor: Identity }) {
  const { t } = useTranslation('layout');
  const realm = useRealm();
  const [isLeaving, setLeaving] = useState(false);
  const banner = useHeightAbove();
  const goBack = async (): Promise<void> => {
    setLeaving(true);
    // It is over here whether the server hears of it or not: there it ends with the session of who acts.
    await http.post('/admin/Index/signBack', {}, { quiet: true, realm }).catch(() => {});
    endActing(realm);
    changePerson(realm.startPage.routePath);
  };
  return (
    <section ref={banner} className="acting-banner" aria-label={t('acting.label')}>
      <UserSwitchOutlined aria-hidden />
      <span className="acting-note">{t('acting.note', { name: nameOf(identity) })}</span>
      <Button size="small" ghost loading={isLeaving} onClick={() => void goBack()}>
        {t('acting.back', { name: nameOf(actor) })}
      </Button>
    </section>
  );
}

/** What fills the window begins below it, however many lines it has. */
function useHeightAbove() {
  const banner = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const measure = (): void => style.setProperty('--above', `${banner.current?.offsetHeight ?? 0}px`);
    measure();
    const observer = new ResizeObserver(measure);
    if (banner.current) observer.observe(banner.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--above');
    };
  }, []);
  return banner;
}
