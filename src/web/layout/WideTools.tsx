import { ClearOutlined, FullscreenExitOutlined, FullscreenOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FocusedMenu } from '../components/FocusedMenu.tsx';
import { useDiscard } from '../navigation/useDiscard.ts';
import { changeSettings } from '../settings/layoutSettings.ts';
import { cacheEntries } from './cacheEntries.ts';
import { useFullScreen } from './useFullScreen.ts';

/** What is kept to be fast, full screen, and the look of the back office: in the account's menu where there is less room. */
export function WideTools({ isSuper }: { isSuper: boolean }) {
  const { t } = useTranslation('layout');
  const discard = useDiscard();
  const [isFull, toggle] = useFullScreen();
  const screen = t(isFull ? 'exitFullScreen' : 'fullScreen');
  return (
    <>
      {isSuper && (
        <FocusedMenu menu={{ items: cacheEntries(t, discard) }} trigger={['click']} placement="bottomRight">
          <Button type="text" icon={<ClearOutlined />} aria-label={t('cache.open')} title={t('cache.open')} />
        </FocusedMenu>
      )}
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
