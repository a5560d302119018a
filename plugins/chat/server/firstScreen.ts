import { html, type FirstScreen, type Html, type PluginPart } from '#plugin';
import type { ChatParts } from './chatParts.ts';
import { modelsFor } from './models.ts';
import { visitor } from './owner.ts';

const ideas = ['explain', 'write', 'plan', 'code'] as const;

/** An empty conversation as visitors see it first (web/ChatFrame.tsx, web/thread/Empty.tsx). */
export const firstScreen = (parts: ChatParts): PluginPart => ({
  firstScreens: [{ paths: ['/', '/chat'], draw: (view) => emptyChat(parts, view) }],
});

async function emptyChat(
  parts: ChatParts,
  { language, site, host }: Parameters<FirstScreen['draw']>[0],
): Promise<Html> {
  const t = (key: string): string => host.translate({ key: `chat:${key}` }, language);
  const [models, prompts] = await Promise.all([
    modelsFor(parts, visitor),
    parts.rows('chat_prompt').list({ status: 1 }, { sort: '-weigh', limit: ideas.length }),
  ]);
  const shown =
    prompts.length > 0
      ? prompts
      : ideas.map((name) => ({ title: t(`idea.${name}.title`), text: t(`idea.${name}.text`) }));
  return html`<div class="chat">
    <nav class="chat-side chat-first-side" aria-label="${t('side.label')}">
      <div class="chat-side-head">
        <a href="/index" class="chat-brand"
          ><span class="brand"><img src="${site.logo}" alt="" /><span>${site.name}</span></span></a
        >
      </div>
      <a href="/" class="chat-new"><span class="chat-first-icon"></span> ${t('new')}</a>
    </nav>
    <main class="chat-main">
      <header class="chat-head"></header>
      <div class="chat-scroll chat-empty">
        <div class="chat-welcome">
          <span class="chat-mark" aria-hidden="true"></span>
          <h1>${t('welcome')}</h1>
          <p class="chat-quiet">${t('lead')}</p>
        </div>
        ${models.length > 0 ? ideaList(t('ideas'), shown) : undefined}
      </div>
      <div class="chat-foot">
        ${
          models.length > 0
            ? undefined
            : html`<div class="chat-refused chat-first-notice">
                <strong>${t('noModel.title')}</strong>
                <span>${t('noModel.text')}</span>
              </div>`
        }
        <div class="chat-input">
          <div class="chat-first-text">${t(prompts.length > 0 ? 'placeholder' : 'input')}</div>
          <div class="chat-input-foot chat-first-foot"></div>
        </div>
        <p class="chat-note">${t('note')} <button type="button">${t('keys.title')}</button></p>
      </div>
    </main>
  </div>`;
}

const ideaList = (label: string, prompts: readonly { readonly title: string; readonly text: string }[]): Html =>
  html`<ul class="chat-ideas" aria-label="${label}">
    ${prompts.map(
      ({ title, text }) =>
        html`<li>
          <button type="button"><strong>${title}</strong><span>${text}</span></button>
        </li>`,
    )}
  </ul>`;
