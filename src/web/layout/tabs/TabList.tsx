import { DownOutlined } from '@ant-design/icons';
import { Button } from 'antd';
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
}

/** All open pages by name, for those that the bar has no room for. */
export function TabList({ tabs, active, menus, unsaved }: Props) {
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
  );
}
