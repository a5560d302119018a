// Stands in the page itself: shows a list as it was last drawn (table/keepSnapshot.ts) until the code of the application has
// drawn it, where the server has just answered the same as it did then. What has changed is never shown as it was.

/** As it is kept under its address. */
interface BootSnapshot {
  readonly view: string;
  /** Address of each call, and the mark of its answer. */
  readonly answers: readonly (readonly [string, string])[];
  readonly html: string;
  readonly css: string;
}

let bootHost: HTMLElement | undefined;
let bootIsDrawn = false;

window.snapshot = {
  key: () => `snapshot:adminInfo:${location.pathname}${location.search}`,
  // Whoever looks, with which code, language, settings and window.
  view: () => {
    const { id, actor } = bootParsed('adminInfo');
    const code = document.querySelector<HTMLScriptElement>(
      'script:is([type=module], [type=held]):not([data-ahead])',
    )?.src;
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
async function bootShowSnapshot(answers: ReadonlyMap<string, Promise<unknown>>): Promise<void> {
  const { snapshot } = window;
  if (!snapshot) return;
  const kept = bootParsed(snapshot.key()) as Partial<BootSnapshot>;
  for (const [url, mark] of kept.answers ?? []) if (snapshot.mark(await answers.get(url)) !== mark) return;
  // By now all of the page is read.
  if (bootIsDrawn || kept.view !== snapshot.view()) return;
  bootHost = document.createElement('div');
  bootHost.className = 'boot-snapshot';
  bootHost.inert = true;
  bootHost.ariaHidden = 'true';
  const shadow = bootHost.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(kept.css ?? '');
  shadow.adoptedStyleSheets = [sheet];
  shadow.innerHTML = kept.html ?? '';
  document.body.append(bootHost);
  setTimeout(snapshot.end, bootPatience);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
