import { useGetIdentity } from '@refinedev/core';
import { useTranslation } from 'react-i18next';

/** Within the members' own menu, with all that Refine knows of them. */
export default function MinePage() {
  const { t } = useTranslation('notes');
  const { data: person } = useGetIdentity<{ username: string }>();
  return <h2>{t('of', { name: person?.username })}</h2>;
}
