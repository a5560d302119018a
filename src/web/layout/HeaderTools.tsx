import { FullscreenExitOutlined, FullscreenOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { CacheMenu } from './CacheMenu.tsx';
import { changeSettings } from '../settings/layoutSettings.ts';
import { DarkSwitch, LanguageSwitch } from '../components/Tools.tsx';
import { useFullScreen } from './useFullScreen.ts';

/** Language, light and dark, full screen, what is kept to be fast, and the look of the back office. */
export function HeaderTools({ isSuper }: { isSuper: boolean }) {
  const { t } = useTranslation('layout');
  const [isFull, toggle] = useFullScreen();
  const screen = t(isFull ? 'exitFullScreen' : 'fullScreen');
  return (
    <>
      <LanguageSwitch />
      <DarkSwitch />
      {isSuper && <CacheMenu />}
      <Button
        type="text"
        icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        onClick={toggle}
        aria-label={screen}
        title={screen}
      />
      <Button
        type="text"
        icon={<SettingOutlined />}
        onClick={() => changeSettings({ showDrawer: true })}
        aria-label={t('config.open')}
        title={t('config.open')}
      />
    </>
  );
}
