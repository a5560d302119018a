import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { forgetUnsavedOf, hasUnsaved } from './unsaved.ts';

/** Does something that loses what is not saved on these pages, or on any: whoever would lose it is asked first. */
export function useDiscard(): (act: () => void, paths?: readonly string[]) => void {
  const { t } = useTranslation('layout');
  const { modal } = App.useApp();
  return (act, paths) => {
    if (!hasUnsaved(paths)) return act();
    const discard = (): void => {
      // Nobody is asked again, not by the browser either.
      forgetUnsavedOf(paths);
      act();
    };
    modal.confirm({ title: t('tab.unsaved'), content: t('tab.unsavedHelp'), okText: t('tab.discard'), okButtonProps: { danger: true }, cancelText: t('tab.keep'), onOk: discard });
  };
}
