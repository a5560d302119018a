import { Fragment, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { safeAddress, type MenuNode } from '#web';
import { changeCentre, useCentre } from './centreState.ts';

/** The entries that somebody's group has; where there is no room beside the page a row that can be pushed sideways, or unfolded. */
export function CentreMenu({ menus }: { menus: readonly MenuNode[] }) {
  const { t } = useTranslation('centre');
  const { showHeadline, shrink, activeRoute, menuExpand } = useCentre();
  const place = useRef<HTMLElement>(null);
  // Before it is seen: later it would take from below the finger what is about to be pressed.
  useLayoutEffect(() => {
    if (shrink) place.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shrink, activeRoute]);
  if (menus.length === 0) return null;
  return (
    <nav ref={place} className="centre-menu" data-expand={menuExpand} aria-label={t('menu')}>
      {menus.map((node) =>
        node.type === 'menu_dir' ? (
          <Fragment key={node.id}>
            {showHeadline && (!shrink || menuExpand) && <h2>{node.title}</h2>}
            {(node.children ?? []).map((child) => (
              <Entry key={child.id} node={child} />
            ))}
          </Fragment>
        ) : (
          <Entry key={node.id} node={node} />
        ),
      )}
      {shrink && (
        <button
          type="button"
          className="centre-unfold"
          aria-expanded={menuExpand}
          title={t('wholeMenu')}
          onClick={() => changeCentre({ menuExpand: !menuExpand })}
        >
          <i className={menuExpand ? 'fa fa-angle-up' : 'fa fa-angle-down'} aria-hidden />
          <span className="visually-hidden">{t('wholeMenu')}</span>
        </button>
      )}
    </nav>
  );
}

/** A page of the centre, or a web site in a window of its own. */
function Entry({ node: { title, icon, address, menu_type: type, url } }: { node: MenuNode }) {
  const content = (
    <>
      <i className={icon || 'fa fa-circle-o'} aria-hidden />
      <span>{title}</span>
    </>
  );
  if (type !== 'link') return <NavLink to={address}>{content}</NavLink>;
  const href = safeAddress(url);
  return href === undefined ? null : (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  );
}
