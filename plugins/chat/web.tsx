import { definePlugin, registerListView, registerPage, registerPublicPage } from '#web';

export default definePlugin({
  name: 'chat',
  // All of it is fetched when it is first shown: this file is loaded with the first page.
  register() {
    registerPublicPage(['/', '/chat/:id?'], () => import('./web/ChatPage.tsx'), 'chat');
    registerPage('chat/ask', () => import('./web/ask/AskPage.tsx'), 'chatAsk');
    registerListView({
      name: 'chart',
      label: { 'zh-cn': '图表', en: 'Charts' },
      icon: <i className="fa fa-bar-chart" aria-hidden />,
      of: 'chat_usage',
      load: () => import('./web/usage/UsageCharts.tsx'),
      texts: ['chatUsage'],
    });
    registerPublicPage('/chat/share/:code', () => import('./web/share/SharedPage.tsx'), 'chat');
  },
});
