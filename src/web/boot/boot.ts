// Stands in the page itself, before anything is fetched (tools/vite/boot.ts): what the page looks like until its code is
// there, when that code runs, and what the page says where it does not come. One script without imports.

/** Texts by language; the first language is that of people who have chosen none. */
declare const bootTexts: Readonly<Record<string, Readonly<Record<BootText, string>>>>;
type BootText = 'missing' | 'broken' | 'unstyled' | 'slow' | 'reload' | 'loading';

/** Milliseconds after which those who wait are told that it takes long. */
const bootPatience = 10_000;
/**
 * Milliseconds: within which a second try is made, and within which open windows come back when the browser is online
 * again.
 */
const bootSpread = { again: 1_500, online: 3_000 };

/** When all of the page is read, which no code is waited for. */
const bootIsRead = new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }));
/** What the code waits for: a list that is shown as it was (bootSnapshot.ts), which it would keep from being drawn. */
// oxlint-disable-next-line no-unassigned-vars -- bootAsk.ts does
let bootHold: Promise<unknown> | undefined;
/** Milliseconds that it waits at most after all of the page is read: what nobody looks at is not drawn. */
const bootHoldLimit = 150;

/** Runs the code, which stands in the page as a script of no type that browsers know, once the page has its style sheet. */
async function bootRun(): Promise<void> {
  const held = document.querySelector<HTMLScriptElement>('script[type=held]');
  if (!held) return;
  const script = bootCopy(held);
  script.type = 'module';
  const style = document.querySelector<HTMLLinkElement>('link[data-boot]');
  const isStyled = new Promise((resolve) => {
    if (!style || style.sheet) return resolve(undefined);
    for (const event of ['load', 'error']) style.addEventListener(event, resolve);
  });
  await Promise.all([isStyled, bootHold && Promise.race([bootHold, bootAfter(bootHoldLimit)])]);
  held.replaceWith(script);
}
function bootCopy<E extends Element>(element: E): E {
  const copy = document.createElement(element.localName) as unknown as E;
  for (const { name, value } of element.attributes) copy.setAttribute(name, value);
  return copy;
}
const bootAfter = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
document.addEventListener('DOMContentLoaded', () => void bootRun());

const bootRoot = document.documentElement;
const bootStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const bootParsed = (key: string): Record<string, unknown> => {
  try {
    return (JSON.parse(bootStored(key) ?? '{}') as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
};
const bootSettings = bootParsed('storeConfig_v2');
const bootLanguages = Object.keys(bootTexts);
/** The first of these that we have; another kind of the same language will do. */
const bootSpoken = (wanted: readonly string[]): string | undefined => {
  for (const each of wanted.map((tag) => tag.toLowerCase())) {
    const found =
      bootLanguages.find((language) => language === each) ??
      bootLanguages.find((language) => language.split('-')[0] === each.split('-')[0]);
    if (found) return found;
  }
  return undefined;
};
/** What the site has set for a first visit. */
const bootFirst = document.querySelector('meta[name="first-language"]')?.getAttribute('content') ?? '';
const bootChosen = bootStored('lang');
const bootLanguage =
  bootLanguages.find((language) => language === bootChosen) ??
  bootSpoken(bootFirst === 'browser' ? navigator.languages : [bootFirst]) ??
  bootLanguages[0]!;
// The application reads it there (settings/i18n.ts).
bootRoot.dataset['language'] = bootLanguage;
bootRoot.lang = bootLanguage;
const bootText = (name: BootText): string => bootTexts[bootLanguage]![name];

// The ground that was chosen (layout/settings.ts): nothing flashes.
const bootIsDark =
  typeof bootSettings['isDark'] === 'boolean' && bootSettings['isDarkChosen'] !== false
    ? bootSettings['isDark']
    : matchMedia('(prefers-color-scheme: dark)').matches;
bootRoot.dataset['theme'] = bootIsDark ? 'dark' : 'light';
bootRoot.style.colorScheme = bootRoot.dataset['theme'];

// What the server draws is for visitors: who is signed in sees other things.
if (['adminInfo', 'userInfo'].some((key) => bootStored(key))) bootRoot.dataset['known'] = '';
void bootIsRead.then(() => {
  for (const screen of document.querySelectorAll<HTMLElement>('.first'))
    if (screen.lang !== bootLanguage || bootRoot.dataset['known'] === '') screen.remove();
});

// Loading pages are called so from the first moment on (specification §2).
if (/^\/(?:admin|user)\/loading(?:\/|$)/i.test(location.pathname)) document.title = bootText('loading');

// The shape of the back office, for those who are signed in to it.
if (/^\/admin(?!\/login\/?$)(?:\/|$)/i.test(location.pathname) && bootStored('adminInfo')) {
  bootRoot.dataset['boot'] = bootSettings['layoutMode'] === 'Classic' ? 'Classic' : 'Default';
  const { menuCollapse: folded, menuWidth: width } = bootSettings;
  bootRoot.style.setProperty('--boot-menu', `${folded === true ? 64 : typeof width === 'number' ? width : 190}px`);
}

const bootHasStarted = (): boolean => bootRoot.dataset['started'] !== undefined;

/** Says what is wrong in place of the page, with a button that loads it anew. */
function bootTell(what: BootText): void {
  const place = document.getElementById('root');
  if (!place || bootHasStarted()) return;
  window.snapshot?.end();
  const message = document.createElement('main');
  message.className = 'boot-message';
  message.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent = bootText(what);
  const button = document.createElement('button');
  button.textContent = bootText('reload');
  button.addEventListener('click', () => location.reload());
  message.append(text, button);
  place.replaceChildren(message);
  window.addEventListener('online', () => setTimeout(() => location.reload(), Math.random() * bootSpread.online), {
    once: true,
  });
}

/** Says so above the page, which can be used without its looks. */
function bootTellUnstyled(): void {
  const note = document.createElement('p');
  note.className = 'boot-note';
  note.setAttribute('role', 'alert');
  note.textContent = bootText('unstyled');
  document.body.prepend(note);
}

/** What could not be fetched is asked for once more, at a moment of its own: many windows would ask together. */
function bootAgain(element: HTMLScriptElement | HTMLLinkElement, onFail: () => void): void {
  if (element.dataset['again'] !== undefined || !navigator.onLine) return onFail();
  const next = bootCopy(element);
  next.dataset['again'] = '';
  setTimeout(() => document.body.append(next), Math.random() * bootSpread.again);
}

window.addEventListener(
  'error',
  ({ target }) => {
    // What runs ahead is named by the start, too.
    if (target instanceof HTMLScriptElement && target.dataset['ahead'] !== undefined) return;
    if (target instanceof HTMLScriptElement && target.type === 'module') bootAgain(target, () => bootTell('missing'));
    else if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && target.dataset['boot'] === '')
      bootAgain(target, bootTellUnstyled);
    else if (target === window) bootTell('broken');
  },
  true,
);
// What the start waits for and cannot have (main.tsx).
window.addEventListener('bootfailed', () => bootTell('missing'));
setTimeout(() => {
  const place = document.querySelector('.boot-status');
  if (place && !bootHasStarted()) place.textContent = bootText('slow');
}, bootPatience);
