import { FullscreenExitOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { setTabFullScreen } from './tabs/tabStore.ts';

/** Brings back what a page that has the whole window hides; Escape does the same. */
export function FullScreenExit() {
  const { t } = useTranslation('layout');
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        !document.querySelector('.ant-modal-wrap, .ant-drawer-open')
      )
        setTabFullScreen(false);
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, []);
  return (
    <Button
      className="full-screen-exit"
      shape="round"
      icon={<FullscreenExitOutlined />}
      onClick={() => setTabFullScreen(false)}
    >
      {t('tab.exitFullScreen')}
    </Button>
  );
}
