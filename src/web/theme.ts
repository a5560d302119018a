import { theme, type ThemeConfig } from 'antd';

/** The look of all pages, light or dark. */
export const themeOf = (isDark: boolean): ThemeConfig => ({
  algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
  hashed: false,
  token: {
    colorPrimary: '#1677ff',
    colorInfo: '#1677ff',
    borderRadius: 8,
    fontFamily: "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', Roboto, sans-serif",
    colorBgLayout: isDark ? '#101113' : '#f4f5f7',
    ...(isDark ? { colorBgContainer: '#18191c', colorBgElevated: '#1f2024' } : {}),
  },
  components: {
    Layout: { headerBg: isDark ? '#18191c' : '#ffffff', siderBg: isDark ? '#18191c' : '#ffffff', headerHeight: 56, headerPadding: '0 16px' },
    Menu: { itemBg: 'transparent', subMenuItemBg: 'transparent', activeBarBorderWidth: 0 },
    Table: { headerBg: isDark ? '#1f2024' : '#fafafa' },
  },
});
