import { useTranslation } from 'react-i18next';

/** Beside the name of an open page: something on it is not saved yet. */
export function UnsavedDot() {
  const { t } = useTranslation('layout');
  return <span className="unsaved-dot" role="img" aria-label={t('tab.unsaved')} title={t('tab.unsaved')} />;
}
