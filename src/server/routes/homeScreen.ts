import { html, type FirstScreen, type Html } from '#plugin';
import { languageNames, languages } from '#resource';

/** What the site's settings say of the home page. */
export interface HomeSite {
  readonly siteName: string;
  readonly siteLogo: string;
  readonly headNav: readonly { readonly title: string; readonly url: string }[];
}

type Texts = (key: string) => string;

/**
 * The home page (src/web/pages/home/HomePage.tsx) down to where most windows end; `canRegister` where visitors can become
 * members.
 */
export const homeScreen =
  (home: () => Promise<HomeSite>, canRegister: boolean): FirstScreen['draw'] =>
  async ({ language, site, host }) => {
    const t: Texts = (key) => host.translate({ key }, language);
    const { headNav } = await home();
    const next = languages[(languages.indexOf(language) + 1) % languages.length]!;
    const second = canRegister ? '/user/login?tab=register' : '/user/login';
    return html`<div class="site home">
      <header class="site-header">
        <div class="site-menu-button"></div>
        <a href="/index" class="site-brand"
          ><span class="brand"><img src="${site.logo}" alt="" /><span>${site.name}</span></span></a
        >
        <nav class="site-nav" aria-label="${t('common:siteNav')}">
          <a href="/index" class="active">${t('common:title.home')}</a>${headNav.filter(isLink).map(link)}
        </nav>
        <div class="site-tools">
          <span class="first-text" lang="${next}"><i></i>${languageNames[next]}</span><span class="first-icon"></span
          ><a class="first-text" href="/user/login">${t('home:signIn')}</a>
        </div>
      </header>
      <main>
        <section class="home-hero">
          <div class="home-words">
            <span class="home-badge">${t('home:badge')}</span>
            <h1>${t('home:headline')}</h1>
            <p>${t('home:lead')}</p>
            <div class="home-actions">
              <a class="first-button first-primary" href="/">${t('home:enterChat')}</a
              ><a class="first-button" href="${second}">${t(canRegister ? 'home:signUp' : 'home:signIn')}</a>
            </div>
          </div>
          ${preview(t, site.name)}
        </section>
        ${features(t)}
      </main>
    </div>`;
  };

/** As the browser takes them (src/web/settings/site.ts): to pages and other sites, never to scripts. */
const isLink = ({ url }: HomeSite['headNav'][number]): boolean => /^(?:https?:\/\/|\/(?![/\\]))/i.test(url);
const link = ({ title, url }: HomeSite['headNav'][number]): Html => html`<a href="${url}">${title}</a>`;

const preview = (t: Texts, name: string): Html =>
  html`<figure class="chat-still" aria-label="${t('home:preview.label')}">
    <figcaption><i></i><i></i><i></i><span>${name}</span></figcaption>
    <div class="chat-lines">
      <p class="chat-question">${t('home:preview.question')}</p>
      <div class="chat-answer">
        <span class="chat-face" aria-hidden="true"></span>
        <div>
          <p>${t('home:preview.answer')}</p>
          <ol>
            ${['first', 'second', 'third'].map((step) => html`<li>${t(`home:preview.${step}`)}</li>`)}
          </ol>
        </div>
      </div>
      <p class="chat-question">${t('home:preview.thanks')}</p>
    </div>
    <div class="chat-box" aria-hidden="true">
      <i class="first-glyph"></i><span>${t('home:preview.placeholder')}</span><b></b>
    </div>
  </figure>`;

const features = (t: Texts): Html =>
  html`<section class="home-features">
    <h2>${t('home:featuresTitle')}</h2>
    <ul>
      ${['ask', 'fast', 'safe', 'open'].map(
        (name) =>
          html`<li>
            <span class="home-icon" aria-hidden="true"></span>
            <h3>${t(`home:features.${name}.title`)}</h3>
            <p>${t(`home:features.${name}.text`)}</p>
          </li>`,
      )}
    </ul>
  </section>`;
