import { DownOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { areaPageAt } from '../areaPages.tsx';
import { FocusedMenu } from '../../components/FocusedMenu.tsx';
import type { MenuNode } from '../menus.ts';
import type { Tab } from '../../navigation/tabState.ts';
import { useSettings } from '../../settings/layoutSettings.ts';
import { UnsavedDot } from './UnsavedDot.tsx';

interface Props {
  readonly tabs: readonly Tab[];
  readonly active: string;
  readonly menus: readonly MenuNode[];
  /** Paths of those with something unsaved. */
  readonly unsaved: ReadonlySet<string>;
  /** On which sides of the bar there are more. */
  readonly before: boolean;
  readonly after: boolean;
  /** Moves the bar to the left or to the right. */
  readonly onMove: (way: -1 | 1) => void;
}

/** All open pages by name, for those that the bar has no room for, and a sign at each edge that has more behind it. */
export function TabList({ tabs, active, menus, unsaved, before, after, onMove }: Props) {
  const { t } = useTranslation('layout');
  const navigate = useNavigate();
  const { menuDefaultIcon } = useSettings();
  const items = tabs.flatMap(({ path, search }) => {
    const page = areaPageAt(path, menus);
    if (!page) return [];
    return {
      key: path,
      icon: <i className={`menu-icon ${page.icon || menuDefaultIcon}`} aria-hidden />,
      label: (
        <>
          {page.title}
          {unsaved.has(path) && <UnsavedDot />}
        </>
      ),
      onClick: () => void navigate(path + search),
    };
  });
  return (
    <>
      {before && <Edge name={t('tab.before')} side="before" icon={<LeftOutlined />} onClick={() => onMove(-1)} />}
      {after && <Edge name={t('tab.after')} side="after" icon={<RightOutlined />} onClick={() => onMove(1)} />}
      <FocusedMenu
        menu={{ items, selectable: true, selectedKeys: [active] }}
        trigger={['click']}
        placement="bottomRight"
        classNames={{ root: 'tab-list' }}
      >
        <Button
          className="tab-list-button"
          type="text"
          icon={<DownOutlined />}
          aria-label={t('tab.list')}
          title={t('tab.list')}
        />
      </FocusedMenu>
    </>
  );
}

interface EdgeProps {
  readonly name: string;
  readonly side: 'before' | 'after';
  readonly icon: ReactNode;
  readonly onClick: () => void;
}

/** For the pointer: keys go from tab to tab, and into the list. */
const Edge = ({ name, side, icon, onClick }: EdgeProps) => (
  <button
    type="button"
    className="tab-edge"
    data-side={side}
    tabIndex={-1}
    aria-label={name}
    title={name}
    // The focus stays where it is: at the end the sign goes.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    {icon}
  </button>
);
