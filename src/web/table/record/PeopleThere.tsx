import { useTranslation } from 'react-i18next';
import type { PersonThere } from '../../http/news.ts';
import { useText } from '../../settings/useText.ts';
import './people.css';

/** People whose letters are shown; the words name all. */
const most = 3;

/** Who else is at a record, in words that assistive technology reads as they change; nothing while nobody is. */
export function PeopleThere({ people }: { readonly people: readonly PersonThere[] }) {
  const text = useText();
  const { i18n } = useTranslation();
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  const said = (['edit', 'view'] as const).flatMap((doing) => {
    const those = people.filter((each) => each.doing === doing).map(({ name }) => name);
    return those.length > 0 ? [text(`people.${doing}`, { count: those.length, names: names.format(those) })] : [];
  });
  return (
    <div className="people-there">
      {people.slice(0, most).map(({ id, name, doing }) => (
        <span key={id} className="people-letter" data-doing={doing} aria-hidden>
          {[...name][0]?.toUpperCase()}
        </span>
      ))}
      <span role="status">{said.join(' · ')}</span>
    </div>
  );
}
