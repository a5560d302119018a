import { Menu, type MenuProps } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { shownIn, type MenuNode } from './menus.ts';

type Item = NonNullable<MenuProps['items']>[number];
interface Props {
  readonly menus: readonly MenuNode[];
  /** The nodes that lead to the page at hand. */
  readonly trail: readonly MenuNode[];
  readonly collapsed: boolean;
  readonly onChosen: () => void;
}

/** The menu as the caller's rules make it. */
export function SideMenu({ menus, trail, collapsed, onChosen }: Props) {
  const { t } = useTranslation('layout');
  const above = trail.slice(0, -1).map(({ id }) => String(id)).join();
  const [open, setOpen] = useState<string[]>(above.split(','));
  useEffect(() => {
    if (above) setOpen((before) => [...new Set([...before, ...above.split(',')])]);
  }, [above]);
  return (
    <nav className="admin-menu" aria-label={t('menu')}>
      <Menu
        mode="inline"
        inlineCollapsed={collapsed}
        items={shownIn(menus).map(itemOf)}
        selectedKeys={trail.slice(-1).map(({ id }) => String(id))}
        {...(collapsed ? {} : { openKeys: open, onOpenChange: setOpen })}
        onClick={onChosen}
      />
    </nav>
  );
}

function itemOf(node: MenuNode): Item {
  const icon = <i className={`menu-icon ${node.icon || 'fa fa-circle-o'}`} aria-hidden />;
  const key = String(node.id);
  if (node.type === 'menu_dir') return { key, icon, label: node.title, children: (node.children ?? []).map(itemOf) };
  return { key, icon, label: labelOf(node), title: node.title };
}

/** Only web addresses are opened; a link of any other kind stays a name. */
function labelOf({ menu_type: type, url, path, title }: MenuNode) {
  if (type === 'tab') return <NavLink to={`/admin/${path}`} end>{title}</NavLink>;
  return /^https?:\/\//i.test(url) ? <a href={url} target="_blank" rel="noopener noreferrer">{title}</a> : title;
}
