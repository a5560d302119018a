import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';

/** The way to the chat from the other public pages and the member centre. */
export default function ChatLink() {
  const { t } = useTranslation('chatLink');
  return (
    <NavLink to="/" end>
      {t('title')}
    </NavLink>
  );
}
