import { definePlugin, joinParts, type ServerPlugin } from '#plugin';
import { chatParts, type ChatOptions } from './server/chatParts.ts';
import type { Chat } from './server/chat.ts';
import './server/events.ts';
import { Files } from './server/files/files.ts';
import { Generations } from './server/generation/generations.ts';
import { running } from './server/generation/running.ts';
import { Titles } from './server/generation/titles.ts';
import { usageResource } from './server/generation/usage.ts';
import { askRoutes } from './server/ask/routes.ts';
import { apiRoutes } from './server/api/completions.ts';
import { callResource } from './server/api/call.ts';
import { keyRoutes } from './server/api/keys.ts';
import { keyResource } from './server/tables/key.ts';
import { firstScreen } from './server/firstScreen.ts';
import { firstStep } from './server/firstStep.ts';
import { chatRoutes } from './server/routes/routes.ts';
import { cards } from './server/cards.ts';
import { usageRoutes } from './server/usageCharts.ts';
import { transcriptRoutes } from './server/transcript.ts';
import { retention } from './server/retention.ts';
import { chatGroup } from './server/settings.ts';
import { askResource, proposalResource } from './server/tables/ask.ts';
import { budgetResource } from './server/tables/budget.ts';
import { feedbackResource } from './server/tables/feedback.ts';
import { modelResource } from './server/tables/model.ts';
import { promptResource, refusedWordResource } from './server/tables/prompt.ts';
import { providerResource } from './server/tables/provider.ts';
import { conversationResource, messageResource } from './server/tables/resources.ts';

/** The plugin for one application; two in one process share nothing. */
export function chat(options: ChatOptions = {}): ServerPlugin {
  const parts = chatParts(options);
  const chat: Chat = { parts, generations: new Generations(parts), titles: new Titles(), files: new Files(parts) };
  return definePlugin({
    name: 'chat',
    label: { 'zh-cn': 'AI 对话', en: 'AI chat' },
    description: {
      'zh-cn': '与任何兼容 OpenAI 的模型对话；记录保存在服务器上，会员按积分计费。',
      en: 'Chat with any OpenAI-compatible model. History is kept on the server, and members pay with points.',
    },
    icon: 'fa fa-comments',
    mayUse: ['ledger', 'files'],
    ...joinParts([
      { start: (host) => parts.begin(host) },
      {
        resources: [
          conversationResource(parts),
          messageResource,
          modelResource,
          providerResource,
          promptResource,
          usageResource,
          feedbackResource,
          refusedWordResource,
          budgetResource,
          keyResource(parts),
          callResource,
          askResource,
          proposalResource,
        ],
        settings: [chatGroup(parts)],
        cards,
        jobs: [retention(parts)],
      },
      firstScreen(parts),
      firstStep(parts),
      chatRoutes(chat),
      keyRoutes(parts),
      apiRoutes(parts),
      askRoutes(parts),
      usageRoutes(parts),
      transcriptRoutes(parts),
      running(chat),
    ]),
  });
}

export default chat();
