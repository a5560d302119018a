import { useLayoutEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { PublicFooter, PublicHeader, type AreaFrameProps } from '#web';
import { AccountButton } from './AccountButton.tsx';
import { changeCentre, stateOf, useCentre } from './centreState.ts';
import { CentreMenu } from './CentreMenu.tsx';
import { MemberCard } from './MemberCard.tsx';
import './centre.css';

/** Pixels below which the menu stands above the pages. */
const narrow = 900;

/** The member centre: who one is and the menu at the side, above the page on a phone. */
export default function CentreFrame({ menus, rules, authNode, title, tools, children }: AreaFrameProps) {
  const { t } = useTranslation('centre');
  const { pathname } = useLocation();
  const { shrink, viewRoutes } = useCentre();
  const known = useMemo(() => stateOf(menus, rules), [menus, rules]);
  // Before it is seen: nothing of it jumps.
  useLayoutEffect(() => {
    changeCentre({ ...known, authNode, open: true });
    return () => changeCentre({ open: false });
  }, [known, authNode]);
  useLayoutEffect(() => changeCentre({ activeRoute: pathname, menuExpand: false }), [pathname]);
  useLayoutEffect(() => {
    const query = matchMedia(`(max-width: ${narrow - 1}px)`);
    const look = (): void => changeCentre({ shrink: query.matches });
    look();
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  return (
    <div className="site centre" data-shrink={shrink}>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <PublicHeader>
        {tools}
        <AccountButton />
      </PublicHeader>
      <div className="centre-body">
        <aside className="centre-side">
          <MemberCard />
          <CentreMenu menus={viewRoutes} />
        </aside>
        <main id="content" className="centre-main" tabIndex={-1}>
          {title !== undefined && <h1>{title}</h1>}
          {children}
        </main>
      </div>
      <PublicFooter office={false} />
    </div>
  );
}
