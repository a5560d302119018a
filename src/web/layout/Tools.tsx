import { MoonOutlined, SunOutlined, TranslationOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { languages, type Language } from '#resource';
import { changeLanguage, storedLanguage } from '../i18n.ts';
import { changeSettings, useSettings } from './settings.ts';

/** Languages by their own names, which are the same in every language. */
const names: Readonly<Record<Language, string>> = { 'zh-cn': '简体中文', en: 'English' };

/** Chooses the language; the page starts again in it. */
export function LanguageSwitch() {
  const { t } = useTranslation('common');
  const items = languages.map((language) => ({ key: language, label: <span lang={language}>{names[language]}</span> }));
  return (
    <Dropdown menu={{ items, selectable: true, selectedKeys: [storedLanguage()], onClick: ({ key }) => changeLanguage(key as Language) }} trigger={['click']} placement="bottomRight">
      <Button type="text" icon={<TranslationOutlined />} aria-label={t('language')} />
    </Dropdown>
  );
}

/** Switches between light and dark. */
export function DarkSwitch() {
  const { t } = useTranslation('common');
  const { isDark } = useSettings();
  const label = t(isDark ? 'light' : 'dark');
  return (
    <Tooltip title={label}>
      <Button type="text" icon={isDark ? <SunOutlined /> : <MoonOutlined />} aria-label={label} onClick={() => changeSettings({ isDark: !isDark })} />
    </Tooltip>
  );
}
