import { f, settings } from '#resource';

const terminalSettings = settings('terminal', {
  terminal_development: f.bool({
    default: 0,
    label: { 'zh-cn': '生产环境允许开发命令', en: 'Development commands in production' },
    help: {
      'zh-cn': '测试、格式化、检查与演示数据；生产环境（NODE_ENV=production）默认关闭',
      en: 'Tests, format, lint and demo data. Off in production (NODE_ENV=production) unless allowed here',
    },
  }),
});

declare module '#resource' {
  interface SettingsGroups {
    terminal: typeof terminalSettings;
  }
}

export const terminalGroup = terminalSettings.group({ label: { 'zh-cn': '终端', en: 'Terminal' } });
