import {
  definePlugin,
  lazyView,
  registerFormSection,
  registerHeaderEntry,
  registerListView,
  registerPage,
  registerPublicPage,
} from '#web';

/** The page with what it first shows: it takes the place of the one that the server has drawn (server/firstScreen.ts). */
async function begun<P extends { begin(): Promise<void> }>(page: P): Promise<P> {
  await page.begin();
  return page;
}

export default definePlugin({
  name: 'chat',
  // All of it is fetched when it is first shown: this file is loaded with the first page.
  register() {
    registerPublicPage(['/', '/chat/:id?'], async () => begun(await import('./web/ChatPage.tsx')), 'chat');
    // Among the links of the site, which the member centre has too.
    registerHeaderEntry(
      'chat',
      lazyView(() => import('./web/side/ChatLink.tsx'), { texts: ['chatLink'] }),
      { site: 'links', realms: [] },
    );
    registerPage('chat/ask', () => import('./web/ask/AskPage.tsx'), 'chatAsk');
    registerListView({
      name: 'chart',
      label: { 'zh-cn': '图表', en: 'Charts' },
      icon: <i className="fa fa-bar-chart" aria-hidden />,
      of: 'chat_usage',
      load: () => import('./web/usage/UsageCharts.tsx'),
      texts: ['chatOffice'],
    });
    registerFormSection({
      name: 'transcript',
      table: 'chat_conversation',
      label: { 'zh-cn': '对话内容', en: 'Transcript' },
      load: () => import('./web/transcript/TranscriptSection.tsx'),
      texts: ['chatOffice'],
    });
    registerPublicPage('/chat/share/:code', () => import('./web/share/SharedPage.tsx'), 'chat');
  },
});
