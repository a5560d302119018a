import { Button, ConfigProvider } from 'antd';
import AppContext, { type useAppProps } from 'antd/es/app/context';
import type { Locale } from 'antd/es/locale';
import { useEffect, useInsertionEffect, useMemo, useState, type PropsWithChildren, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { useTranslation } from 'react-i18next';
import { defaultLanguage } from '#resource';
import { Crash } from '../components/Crash.tsx';
import { storedLanguage } from '../settings/i18n.ts';
import { useSettings } from '../settings/layoutSettings.ts';
import { lazyPart } from '../loading/lazyPart.tsx';
import { LateModal, type ConfirmDialog } from '../messages/lateModal.ts';
import { nonce } from '../settings/nonce.ts';
import { setNotifier } from '../messages/notify.ts';
import { useLateMessages } from '../messages/useLateMessages.tsx';
import { Overlay } from '../components/Overlay.tsx';
import { nameLibraryParts } from './libraryNames.ts';
import { Pages } from './Pages.tsx';
import { isSiteStale } from '../settings/site.ts';
import { themeOf } from '../settings/theme.ts';
import { useMedia } from '../settings/useMedia.ts';

/** Everything that holds on every page: theme, language, messages, addresses. */
export function Root({ locale }: { locale: Locale }) {
  const { isDark } = useSettings();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  useEffect(() => nameLibraryParts(), []);
  useEffect(() => {
    document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  }, [isDark]);
  return (
    <ConfigProvider
      theme={themeOf(isDark, isStill)}
      locale={locale}
      csp={{ nonce }}
      button={{ autoInsertSpace: false }}
      tag={{ variant: 'outlined' }}
    >
      <AppMessages>
        <BrowserRouter>
          <Crash>
            <Pages />
          </Crash>
        </BrowserRouter>
      </AppMessages>
    </ConfigProvider>
  );
}

/**
 * Lets the HTTP layer speak, and says so when the site's settings are old. `App.useApp()` speaks and asks in the same
 * way.
 */
function AppMessages({ children }: PropsWithChildren) {
  const [api, holder] = useLateMessages();
  const { t } = useTranslation('common');
  const [modal, questions] = useLateModal();
  // Messages are all that is told: there are no `notification`s.
  const app = useMemo(() => ({ message: api, modal }) as useAppProps, [api, modal]);
  // Before any effect of what is drawn in here: some of them have something to say.
  useInsertionEffect(() => {
    setNotifier({
      error: (text, requestId) =>
        void api.error(
          requestId === undefined
            ? { content: text }
            : {
                content: (
                  <Overlay open={false} instead={text}>
                    <ErrorText text={text} requestId={requestId} />
                  </Overlay>
                ),
                duration: 12,
              },
        ),
      success: (text) => void api.success(text),
      warning: (content) => void api.warning({ content, duration: 8 }),
      offer: (key, { text, button, seconds = 0, onClick }) =>
        void api.info({
          key,
          duration: seconds,
          content: (
            <>
              {text}{' '}
              <Button type="link" size="small" onClick={onClick}>
                {button}
              </Button>
            </>
          ),
        }),
      close: (key) => api.destroy(key),
    });
  }, [api]);
  useEffect(() => {
    if (isSiteStale()) void api.warning(t('staleSite'));
  }, [api, t]);
  return (
    <AppContext value={app}>
      {holder}
      {questions}
      {children}
    </AppContext>
  );
}

/** Fetched with the first error that has a number. */
const ErrorText = lazyPart(async () => (await import('../messages/ErrorText.tsx')).ErrorText);
const ConfirmDialogs = lazyPart(async () => (await import('../messages/ConfirmDialogs.tsx')).ConfirmDialogs);

/** Dialogs with a question, whose code is loaded with the first of them. */
function useLateModal(): readonly [ConfirmDialog, ReactNode] {
  const [wanted, setWanted] = useState(false);
  const [late] = useState(() => new LateModal(() => setWanted(true)));
  const drop = (): void => {
    late.drop();
    setWanted(false);
  };
  return [
    late.modal,
    wanted && (
      <Overlay onMissing={drop}>
        <ConfirmDialogs onReady={late.arrive} />
      </Overlay>
    ),
  ];
}

const locales = import.meta.glob<Locale>('../../../locales/*/antd.ts', { import: 'default' });

/** Texts of antd's own controls; in the default language where ours has none for it. */
export async function loadLocale(): Promise<Locale> {
  const [own, other] = [storedLanguage(), defaultLanguage].map((each) => locales[`../../../locales/${each}/antd.ts`]);
  return withShownNames(await (own ?? other)!());
}

/** Buttons of calendars are called what they show, such as a year: another name would hide it from who hears it. */
function withShownNames({ DatePicker, ...locale }: Locale): Locale {
  if (!DatePicker) return locale;
  const { yearSelect: _year, monthSelect: _month, decadeSelect: _decade, ...lang } = DatePicker.lang;
  return { ...locale, DatePicker: { ...DatePicker, lang: lang as typeof DatePicker.lang } };
}
