import { MoonOutlined, SunOutlined, TranslationOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { languageNames, languages, type Language } from '#resource';
import { changeLanguage, storedLanguage } from '../settings/i18n.ts';
import { changeSettings, useSettings } from '../settings/layoutSettings.ts';
import { useDiscard } from '../navigation/useDiscard.ts';

/** Languages by their own names, which are the same in every language. */

export const nextLanguage = (): Language => languages[(languages.indexOf(storedLanguage()) + 1) % languages.length]!;

/** Goes on to the next language; the page starts again in it. */
export function LanguageSwitch() {
  const { t } = useTranslation('common');
  const discard = useDiscard();
  const next = nextLanguage();
  return (
    <Button
      type="text"
      icon={<TranslationOutlined />}
      aria-label={t('named', { name: t('language'), value: languageNames[next] })}
      lang={next}
      onClick={() => discard(() => changeLanguage(next), { language: languageNames[next] })}
    >
      {languageNames[next]}
    </Button>
  );
}

/** Switches between light and dark. */
export function DarkSwitch() {
  const { t } = useTranslation('common');
  const { isDark } = useSettings();
  const label = t(isDark ? 'light' : 'dark');
  return (
    <Button
      type="text"
      icon={isDark ? <SunOutlined /> : <MoonOutlined />}
      aria-label={label}
      title={label}
      onClick={() => changeSettings({ isDark: !isDark })}
    />
  );
}
