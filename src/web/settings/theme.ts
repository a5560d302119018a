import { theme, type ThemeConfig } from 'antd';

/** The look of all pages, light or dark; `isStill` for people whom motion troubles. */
export const themeOf = (isDark: boolean, isStill: boolean): ThemeConfig => ({
  algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
  hashed: false,
  token: {
    motion: !isStill,
    // Dark enough for white text on it, and for itself on white (4.5 to 1).
    colorPrimary: isDark ? '#1668dc' : '#1261d6',
    // Under the pointer, too.
    colorPrimaryHover: isDark ? '#2a6fd0' : '#1f6bdc',
    colorInfo: '#1677ff',
    colorLink: isDark ? '#6cb0ff' : '#0f57c4',
    colorTextDescription: isDark ? 'rgba(255,255,255,0.62)' : 'rgba(0,0,0,0.62)',
    colorTextPlaceholder: isDark ? 'rgba(255,255,255,0.55)' : 'rgba(0,0,0,0.57)',
    colorError: isDark ? '#ff6b6e' : '#cf2b34',
    ...(isDark ? {} : { colorErrorHover: '#b8232c' }),
    borderRadius: 8,
    fontFamily:
      // Those with Latin letters first: quotes and ellipses of English texts would be as wide as Chinese ones.
      "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'PingFang SC', " +
      "'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif",
    colorBgLayout: isDark ? '#101113' : '#f4f5f7',
    ...(isDark ? darkTokens : {}),
  },
  components: {
    Layout: {
      headerBg: isDark ? '#18191c' : '#ffffff',
      siderBg: isDark ? '#18191c' : '#ffffff',
      headerHeight: 56,
      headerPadding: '0 16px',
    },
    Menu: {
      itemBg: 'transparent',
      subMenuItemBg: 'transparent',
      activeBarBorderWidth: 0,
      itemSelectedColor: isDark ? '#8cc1ff' : '#0f57c4',
      subMenuItemSelectedColor: isDark ? '#8cc1ff' : '#0f57c4',
    },
    // A ticked row under the pointer is hardly more than ticked.
    Table: { headerBg: isDark ? '#1f2024' : '#fafafa', ...(isDark ? {} : { rowSelectedHoverBg: '#d9edff' }) },
    // At the size of a box, the corners of other things would make a circle.
    Checkbox: { borderRadiusSM: 4 },
    Tree: { borderRadiusSM: 4, colorBgContainer: 'transparent' },
    // Days of the months beside the one that is shown can be chosen, too.
    DatePicker: { colorTextDisabled: isDark ? 'rgba(255,255,255,0.55)' : 'rgba(0,0,0,0.57)' },
    // Letters in white on it.
    Avatar: { colorTextPlaceholder: isDark ? '#1668dc' : '#1261d6' },
    ...(isDark ? darkComponents : {}),
  },
});

const darkTokens = {
  colorBgContainer: '#18191c',
  colorBgElevated: '#1f2024',
  // What opens above a page, such as a menu: a shadow alone is not seen in the dark.
  boxShadowSecondary: '0 0 0 1px rgba(255,255,255,0.16), 0 6px 16px rgba(0,0,0,0.4)',
  // The same for what has an arrow.
  dropShadowPopover: 'drop-shadow(0 0 1px rgba(255,255,255,0.4)) drop-shadow(0 6px 16px rgba(0,0,0,0.4))',
} as const;

const darkComponents = {
  Button: { dangerColor: '#1f0507', defaultHoverColor: '#8cc1ff', defaultHoverBorderColor: '#6cb0ff' },
  // What is chosen; of the other two the second on the first, under the pointer.
  Dropdown: { colorPrimary: '#8cc1ff', colorError: '#f57a7d', colorTextLightSolid: '#1f0507' },
  Tabs: { itemSelectedColor: '#8cc1ff', itemHoverColor: '#8cc1ff', itemActiveColor: '#8cc1ff', inkBarColor: '#8cc1ff' },
  Pagination: { colorPrimary: '#6cb0ff', colorPrimaryHover: '#8cc1ff' },
  Slider: {
    railBg: '#3a3b40',
    railHoverBg: '#46474d',
    trackBg: '#1668dc',
    trackHoverBg: '#3c89e8',
    handleColor: '#3c89e8',
  },
};
