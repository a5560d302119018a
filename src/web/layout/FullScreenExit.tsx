import { FullscreenExitOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useTabStore } from './tabs/tabStore.ts';

/** Brings back what a page that has the whole window hides; Escape does the same. */
export function FullScreenExit() {
  const { t } = useTranslation('layout');
  const { setFullScreen } = useTabStore();
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        !document.querySelector('.ant-modal-wrap, .ant-drawer-open')
      )
        setFullScreen(false);
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [setFullScreen]);
  return (
    <Button
      className="full-screen-exit"
      shape="round"
      icon={<FullscreenExitOutlined />}
      onClick={() => setFullScreen(false)}
    >
      {t('tab.exitFullScreen')}
    </Button>
  );
}
