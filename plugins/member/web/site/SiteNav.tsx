import { useEffect, useState } from 'react';
import { NavLink } from 'react-router';
import { http, safeAddress } from '#web';
import { memberRealm } from '../../realm.ts';

/** An entry of the top bar (protocol §4.3). */
interface NavRule {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly path: string;
  readonly menu_type: 'tab' | 'link' | 'iframe' | null;
  readonly url: string;
}

/** What member rules put into the top bar: for visitors those that are for everybody. */
export default function SiteNav() {
  const [entries, setEntries] = useState<readonly NavRule[]>([]);
  useEffect(() => {
    const show = ({ rules }: { rules: readonly NavRule[] }): void =>
      setEntries(rules.filter(({ type }) => type === 'nav'));
    // The bar is whole without them.
    http
      .get<{ rules: readonly NavRule[] }>('/api/index/index', { requiredLogin: 0 }, { quiet: true })
      .then(show, () => {});
  }, []);
  return entries.map((entry) => <Entry key={entry.id} {...entry} />);
}

/** A page of the centre, or a web site in a window of its own: visitors have no frame for it. */
function Entry({ title, path, menu_type: type, url }: NavRule) {
  if (type === 'tab') return <NavLink to={`${memberRealm.base}/${path}`}>{title}</NavLink>;
  const href = safeAddress(url);
  return href === undefined ? null : (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {title}
    </a>
  );
}
