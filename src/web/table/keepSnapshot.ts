import { lastAnswers } from '../http/early.ts';
import { keptAddresses } from '../http/pageCalls.ts';
import { adminRealm } from '../realms/admin.ts';
import { isOthersPage, readIdentity, snapshotsKey } from '../realms/session.ts';
import { rulesFor } from './snapshotRules.ts';
import { forget, readStored, store, storedKeys } from '../settings/storage.ts';

/** Snapshots that are kept, those of the pages opened last; and characters of one, of which a browser keeps five million. */
const limits = { pages: 5, snapshot: 400_000 };
/** Milliseconds without a change after which a page is as it will be. */
const settled = 1_500;
/** What is under way, or is no part of how the page will begin. */
const passing = [
  '[aria-busy="true"]',
  '.ant-skeleton',
  '.ant-spin-spinning',
  '.boot',
  '.list-news button',
  '.ant-table-row-selected',
  '.selection-bar',
  'tbody :is(input, textarea):focus',
].join();

/**
 * Keeps what the list at this address looks like, with marks of the answers that it was drawn from, each time it has
 * changed: the next time the page shows it before its code is there (boot/bootSnapshot.ts), if the server answers the same
 * again. For people who stay signed in on this device, until they sign out. Returns how to stop.
 */
export function keepSnapshots(address: string, calls: readonly string[]): () => void {
  const root = document.getElementById('root')!;
  const current = (): readonly unknown[] => calls.map((url) => lastAnswers.get(url));
  let timer: number | undefined;
  let isOld = true;
  /** What is drawn on the page. */
  let drawn: readonly unknown[] = [];
  const take = (): void => {
    if (isOld && keepSnapshot(root, address, calls)) isOld = false;
  };
  const settle = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(
      () =>
        requestIdleCallback(() => {
          drawn = current();
          take();
        }),
      settled,
    );
  };
  const look = new MutationObserver((changes) => {
    isOld = true;
    // What only looks different now, as a row below the pointer, can wait until the page is left.
    if (changes.some(({ type }) => type !== 'attributes')) settle();
  });
  look.observe(root, { childList: true, characterData: true, attributes: true, subtree: true });
  settle();
  const leave = (): void => {
    // An answer that has just come may not be drawn yet.
    if (document.hidden && current().every((answer, at) => answer === drawn[at])) take();
  };
  document.addEventListener('visibilitychange', leave);
  return () => {
    look.disconnect();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', leave);
  };
}

/** Whether it could be taken. */
function keepSnapshot(root: HTMLElement, address: string, calls: readonly string[]): boolean {
  const { snapshot } = globalThis;
  const person = readIdentity(adminRealm);
  const prefix = snapshotsKey(adminRealm);
  const key = prefix + address;
  // Another page may be the one that is shown now.
  if (!snapshot || snapshot.key() !== key) return false;
  // Whoever has signed in meanwhile, here or in another window, may not stay, or not see these rows.
  if (isOthersPage(adminRealm)) return false;
  if (!person?.refreshToken || person.actor || root.querySelector(passing) || isScrolled(root)) return false;
  if (calls.some((url) => lastAnswers.get(url) === undefined)) return false;
  const answers = calls.map((url) => [url, snapshot.mark(lastAnswers.get(url))]);
  const html = htmlOf(root);
  const kept = JSON.stringify({ view: snapshot.view(), answers, html, css: rulesFor(root, html) });
  const recent = keptAddresses(adminRealm)
    .slice(0, limits.pages)
    .map((each) => prefix + each);
  for (const key of storedKeys()) if (key.startsWith(prefix) && !recent.includes(key)) forget(key);
  if (kept.length > limits.snapshot) forget(key);
  else if (kept !== readStored(key)) store(key, kept);
  return true;
}

/** Whether people have moved what the page will begin at the start of. */
const isScrolled = (root: HTMLElement): boolean =>
  [...root.querySelectorAll('main, main *')].some(({ scrollTop, scrollLeft }) => scrollTop > 0 || scrollLeft !== 0);

/** The page within what stands for the document, with what is typed, without what is not shown. */
function htmlOf(root: HTMLElement): string {
  const copy = root.cloneNode(true) as HTMLElement;
  const inputs = [...root.querySelectorAll('input')];
  copy.querySelectorAll('input').forEach((input, at) => input.setAttribute('value', inputs[at]!.value));
  // Buttons of a row are seen by who points at it (list.css); one keeps their room.
  const buttons = matchMedia('(hover: hover)').matches ? ', .row-buttons > * + *' : '';
  const unseen = `[hidden], [style*="display: none"], script, style, canvas${buttons}`;
  for (const each of copy.querySelectorAll(unseen)) each.remove();
  const { dataset, lang } = document.documentElement;
  const page = document.createElement('div');
  page.className = 'page-html';
  page.lang = lang;
  Object.assign(page.dataset, dataset);
  const body = document.createElement('div');
  body.className = 'page-body';
  body.append(copy);
  page.append(body);
  return page.outerHTML;
}
