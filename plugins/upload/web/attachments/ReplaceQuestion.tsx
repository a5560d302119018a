import { useTranslation } from 'react-i18next';
import { UseList } from './Uses.tsx';

/** Which records show the new file once this one is replaced. */
export function ReplaceQuestion({ id }: { readonly id: number }) {
  const { t } = useTranslation('upload');
  return (
    <>
      <p>{t('attachment.replaceHelp')}</p>
      <UseList id={id} />
    </>
  );
}
