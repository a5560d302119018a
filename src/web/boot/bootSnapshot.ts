// Stands in the page itself: shows a list as it was last drawn (table/keepSnapshot.ts), at once, until the code of the
// application has drawn it. The server is asked meanwhile: it goes as soon as it is known that this person sees something
// else, fades a little while other rows are on their way, and when nobody knows yet.

/** As it is kept under its address. */
interface BootSnapshot {
  readonly view: string;
  /** Address of each call, and the mark of its answer; that of the rows comes last. */
  readonly answers: readonly (readonly [string, string])[];
  readonly html: string;
  readonly css: string;
}

let bootHost: HTMLElement | undefined;
let bootIsDrawn = false;
const bootCode = () =>
  document.querySelector<HTMLScriptElement>('script:is([type=module], [type=held]):not([data-ahead])');
/** When there is a body and the code is named, which is before all of the page is read: that waits for its style sheet. */
const bootIsKnown = new Promise((resolve) => {
  const look = new MutationObserver(() => {
    if (!document.body || !bootCode()) return;
    look.disconnect();
    resolve(undefined);
  });
  look.observe(bootRoot, { childList: true, subtree: true });
});

window.snapshot = {
  key: () => `snapshot:adminInfo:${location.pathname}${location.search}`,
  // Whoever looks, with which code, language, settings and window.
  view: () => {
    const { id, actor } = bootParsed('adminInfo');
    const code = bootCode()?.src;
    const settings = [bootRoot.lang, bootStored('storeConfig_v2'), bootRoot.dataset['theme']];
    return JSON.stringify([id, Boolean(actor), code, settings, innerWidth, innerHeight]);
  },
  // FNV-1a with 32 bits, and the length.
  mark: (answer) => {
    const text = JSON.stringify(answer) ?? '';
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return `${text.length} ${hash}`;
  },
  end: () => {
    bootIsDrawn = true;
    bootHost?.remove();
  },
};

/**
 * For eyes only, and under no selector of the page's: what can be used comes with the code. Ends when it is seen, or when it
 * is sure that it will not be.
 */
// oxlint-disable-next-line no-unused-vars -- bootAsk.ts calls it
async function bootShowSnapshot(asked: ReadonlyMap<string, Promise<unknown>>): Promise<void> {
  const { snapshot } = window;
  const kept = (snapshot ? bootParsed(snapshot.key()) : {}) as Partial<BootSnapshot>;
  if (!kept.answers?.every(([url]) => asked.has(url))) return;
  await bootIsKnown;
  if (bootIsDrawn || kept.view !== snapshot!.view()) return;
  bootHost = document.createElement('div');
  bootHost.className = 'boot-snapshot boot-asked';
  bootHost.inert = true;
  bootHost.ariaHidden = 'true';
  const shadow = bootHost.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(kept.css ?? '');
  shadow.adoptedStyleSheets = [sheet];
  shadow.innerHTML = kept.html ?? '';
  document.body.append(bootHost);
  setTimeout(snapshot!.end, bootPatience);
  void bootCompare(kept.answers, asked);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Other rows are drawn over it; with other rights, or none, none of it may stay. */
async function bootCompare(kept: BootSnapshot['answers'], asked: ReadonlyMap<string, Promise<unknown>>): Promise<void> {
  const isSame = await Promise.all(
    kept.map(async ([url, mark], at) => {
      const answer = await asked.get(url);
      const same = window.snapshot!.mark(answer) === mark;
      if (answer === undefined || (!same && at < kept.length - 1)) window.snapshot!.end();
      return same;
    }),
  );
  if (isSame.every(Boolean)) bootHost?.classList.remove('boot-asked');
}
