import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { usePagePlaces } from './pagePlaces.ts';
import { forgetUnsavedOf, unsavedOf } from './unsaved.ts';

interface Loss {
  /** Only what is not saved on these pages would be lost. */
  readonly paths?: readonly string[];
  /** The name of the language in which all pages start again. */
  readonly language?: string;
}

/** Does something that loses what is not saved: whoever would lose it is asked first, and told on which pages it is. */
export function useDiscard(): (act: () => void, loss?: Loss) => void {
  const { t } = useTranslation('layout');
  const { modal } = App.useApp();
  const placeOf = usePagePlaces();
  return (act, { paths, language } = {}) => {
    const unsaved = unsavedOf(paths);
    if (unsaved.length === 0) return act();
    const discard = (): void => {
      // Nobody is asked again, not by the browser either.
      forgetUnsavedOf(paths);
      act();
    };
    const titles = unsaved.flatMap((path) => placeOf(path)?.title ?? []);
    const lost = titles.length > 0 ? t('tab.unsavedOn', { titles }) : t('tab.unsavedHelp');
    const content = language === undefined ? lost : t('tab.restarts', { language, lost });
    modal.confirm({
      title: t('tab.unsaved'),
      content,
      okText: t('tab.discard'),
      okButtonProps: { danger: true },
      cancelText: t('tab.keep'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: discard,
    });
  };
}
