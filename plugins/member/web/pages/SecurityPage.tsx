import { useTranslation } from 'react-i18next';
import { TwoStep } from '#web';
import { Devices } from './Devices.tsx';
import { NewPassword } from './NewPassword.tsx';
import './pages.css';

/** How somebody signs in, and where they are signed in. */
export default function SecurityPage() {
  const { t } = useTranslation('centre');
  return (
    <>
      <NewPassword />
      <section className="centre-card" aria-label={t('twoStep')}>
        <h2>{t('twoStep')}</h2>
        <TwoStep />
      </section>
      <Devices />
    </>
  );
}
