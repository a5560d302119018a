import { App, Button, Divider, Drawer, Flex, Input, Select, Slider, Switch } from 'antd';
import { useId, type PropsWithChildren, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  animations,
  changeSettings,
  colorIn,
  layoutModes,
  menuWidths,
  resetSettings,
  useSettings,
  type ColorName,
  type LayoutMode,
} from '../settings/layoutSettings.ts';
import './config.css';

const menuColors = [
  'menuBackground',
  'menuColor',
  'menuActiveBackground',
  'menuActiveColor',
  'menuTopBarBackground',
] as const;
const headerColors = [
  'headerBarBackground',
  'headerBarHoverBackground',
  'headerBarTabColor',
  'headerBarTabActiveBackground',
  'headerBarTabActiveColor',
] as const;

/** How the back office looks; every change holds at once and is kept in this browser. */
export function ConfigDrawer() {
  const { t } = useTranslation(['look', 'layout']);
  const { modal } = App.useApp();
  const settings = useSettings();
  const reset = (): void => void modal.confirm({ title: t('resetAsk'), onOk: resetSettings });
  return (
    <Drawer
      title={t('layout:config.open')}
      open={settings.showDrawer}
      size={340}
      styles={{ mask: { background: 'transparent' } }}
      onClose={() => changeSettings({ showDrawer: false })}
      footer={
        <Button block onClick={reset}>
          {t('reset')}
        </Button>
      }
    >
      <Divider>{t('layout')}</Divider>
      <Flex gap={16} justify="center" role="radiogroup" aria-label={t('layout')}>
        {layoutModes.map((mode) => (
          <ModeCard key={mode} mode={mode} isChosen={mode === settings.layoutMode} />
        ))}
      </Flex>
      <Divider>{t('whole')}</Divider>
      <Line label={t('dark')}>
        {(id) => <Switch id={id} checked={settings.isDark} onChange={(isDark) => changeSettings({ isDark })} />}
      </Line>
      <Line label={t('animation')}>
        {(id) => (
          <Select
            id={id}
            className="config-wide"
            value={settings.mainAnimation}
            onChange={(mainAnimation) => changeSettings({ mainAnimation })}
            options={animations.map((value) => ({ value, label: t(`animations.${value}`) }))}
          />
        )}
      </Line>
      <Divider>{t('menu')}</Divider>
      <Line label={t('menuWidth')}>
        {(id) => (
          <Slider
            className="config-wide"
            min={menuWidths.least}
            max={menuWidths.most}
            step={10}
            value={settings.menuWidth}
            ariaLabelForHandle={t('menuWidth')}
            onChange={(menuWidth) => changeSettings({ menuWidth })}
            {...{ id }}
          />
        )}
      </Line>
      <Line label={t('menuDefaultIcon')}>
        {(id) => (
          <Input
            id={id}
            className="config-wide"
            maxLength={60}
            prefix={<i className={`menu-icon ${settings.menuDefaultIcon}`} aria-hidden />}
            value={settings.menuDefaultIcon}
            onChange={(event) => changeSettings({ menuDefaultIcon: event.target.value.replaceAll(/[^\w -]/g, '') })}
          />
        )}
      </Line>
      {(['menuCollapse', 'menuUniqueOpened', 'menuShowTopBar'] as const).map((name) => (
        <Line key={name} label={t(`${name}`)}>
          {(id) => <Switch id={id} checked={settings[name]} onChange={(value) => changeSettings({ [name]: value })} />}
        </Line>
      ))}
      {menuColors.map((name) => (
        <ColorLine key={name} name={name} />
      ))}
      <Divider>{t('header')}</Divider>
      {headerColors.map((name) => (
        <ColorLine key={name} name={name} />
      ))}
    </Drawer>
  );
}

function Line({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="config-line">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** A small picture of a layout to choose. */
function ModeCard({ mode, isChosen }: PropsWithChildren<{ mode: LayoutMode; isChosen: boolean }>) {
  const { t } = useTranslation(['look', 'layout']);
  return (
    <label className="mode-card" data-mode={mode}>
      <input
        type="radio"
        name="layoutMode"
        className="visually-hidden"
        checked={isChosen}
        onChange={() => changeSettings({ layoutMode: mode })}
      />
      <span className="mode-picture" aria-hidden>
        <i />
        <b />
        <em />
      </span>
      {t(`modes.${mode}`)}
    </label>
  );
}

/** The colour of the theme at hand; the other theme keeps its own. */
function ColorLine({ name }: { name: ColorName }) {
  const { t } = useTranslation(['look', 'layout']);
  const settings = useSettings();
  const change = (color: string): void => {
    const [light, dark] = settings[name];
    changeSettings({ [name]: settings.isDark ? [light, color] : [color, dark] });
  };
  return (
    <Line label={t(`colors.${name}`)}>
      {(id) => (
        <input id={id} type="color" value={colorIn(settings, name)} onChange={(event) => change(event.target.value)} />
      )}
    </Line>
  );
}
