import { useEffectEvent, useLayoutEffect } from 'react';

/** A key that does something on a page; its text stands in `shortcuts.json` of each language under its name. */
export interface Shortcut {
  readonly name: string;
  /** Where it does; those of plugins do everywhere. */
  readonly group?: 'everywhere' | 'list' | 'form';
  /** What is pressed, as it is shown: `Mod` is Ctrl, and ⌘ on a Mac. */
  readonly keys: readonly string[];
  /** Also while somebody types, or something is open. */
  readonly always?: true;
  /** What it belongs to listens by itself. */
  readonly elsewhere?: true;
}

/** All of our own, in the order of the list that `?` opens. */
export const shortcuts = [
  { name: 'palette', group: 'everywhere', keys: ['Mod', 'K'], always: true },
  { name: 'help', group: 'everywhere', keys: ['?'] },
  { name: 'new', group: 'list', keys: ['N'] },
  { name: 'search', group: 'list', keys: ['/'] },
  { name: 'below', group: 'list', keys: ['J'] },
  { name: 'above', group: 'list', keys: ['K'] },
  { name: 'edit', group: 'list', keys: ['E'] },
  { name: 'clear', group: 'list', keys: ['Esc'], elsewhere: true },
  { name: 'save', group: 'form', keys: ['Mod', 'S'], elsewhere: true },
] as const satisfies readonly Shortcut[];

type Known = (typeof shortcuts)[number];
/** A shortcut that a page does something at. */
export type ShortcutName = Exclude<Known, { elsewhere: true }>['name'] | `plugin ${string}`;

/** Those of plugins, by their names. */
const added = new Map<string, Shortcut>();
/** Lets keys that are none of ours be heard. */
export const addShortcut = (shortcut: Shortcut): void => void added.set(shortcut.name, shortcut);

/** What these keys do with us. */
export const ownShortcutAt = (keys: readonly string[]): string | undefined =>
  shortcuts.find((each) => each.keys.join() === keys.join())?.name;

/** False: it does nothing here, and whoever listened before is asked. */
type Job = () => void | false;
const jobs = new Map<string, Set<{ readonly current: Job }>>();

/** Does this when the keys of the shortcut are pressed, for as long as the component is there. */
export function useShortcut(name: ShortcutName, job: Job): void {
  const press = useEffectEvent(job);
  // Before anything is painted: what can be seen can be used.
  useLayoutEffect(() => {
    const all = jobs.get(name) ?? new Set();
    const own = { current: () => press() };
    jobs.set(name, all.add(own));
    if (jobs.size > 0) listen();
    return () => void all.delete(own);
  }, [name]);
}

let listening = false;
function listen(): void {
  if (listening) return;
  listening = true;
  window.addEventListener('keydown', heard);
}

function heard(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || event.isComposing) return;
  const shortcut = [...(shortcuts as readonly Shortcut[]), ...added.values()].find(
    (each) => !each.elsewhere && isPressed(each, event),
  );
  if (!shortcut || (!shortcut.always && (takesKeys(event.target) || isSomethingOpen()))) return;
  // What came last is in front.
  const done = [...(jobs.get(shortcut.name) ?? [])].toReversed().some((job) => job.current() !== false);
  if (done) event.preventDefault();
}

/** Keys that other keyboards write. */
const alike: Readonly<Record<string, string>> = { '？': '?', '、': '/', '／': '/' };

function isPressed({ keys }: Shortcut, { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const last = keys.at(-1)!;
  const isLetter = /^[A-Z]$/.test(last);
  return (
    (ctrlKey || metaKey) === keys.includes('Mod') &&
    !altKey &&
    // Signs stand on other keys elsewhere, some of them with the shift key.
    !(isLetter && shiftKey) &&
    (alike[key] ?? key).toLowerCase() === last.toLowerCase()
  );
}

/** Elements that do something of their own at a letter. */
const typedInto = [
  'input:not([type=checkbox], [type=radio], [type=button])',
  'textarea',
  'select',
  'iframe',
  '[contenteditable]:not([contenteditable=false])',
  ...['textbox', 'combobox', 'searchbox', 'listbox', 'menubar', 'tree', 'grid', 'application'].map(
    (role) => `[role=${role}]`,
  ),
  // Not the one beside the pages, which the focus stays in after a click: keys are for the page that it has led to.
  '[role=menu]:not(nav [role=menu])',
].join();
const takesKeys = (target: EventTarget | null): boolean => target instanceof Element && !!target.closest(typedInto);

/** What lies over the page, or is on its way there. A dialog that goes takes no keys any more. */
const open = [
  '.ant-modal-wrap:not([style*=none]) > .ant-modal:not(.ant-zoom-leave, [style*="display: none"])',
  '.ant-drawer-open',
  '.ant-popover:not(.ant-popover-hidden)',
  '.ant-dropdown:not(.ant-dropdown-hidden)',
  '.ant-select-dropdown:not(.ant-select-dropdown-hidden)',
  '.row-dragging',
].join();
const isSomethingOpen = (): boolean => document.querySelector(open) !== null;
