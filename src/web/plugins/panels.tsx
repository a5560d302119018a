import { useEffect, useState, type ComponentType } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { suggestion } from '#resource';
import { Overlay } from '../components/Overlay.tsx';
import { lazyPart } from '../loading/lazyPart.tsx';
import { currentRealm } from '../realms/registry.ts';
import { isArea } from '../realms/realm.ts';
import { loadTexts } from '../settings/i18n.ts';
import { reportFault } from './faults.ts';
import { loadEntryTexts } from './entryTexts.ts';
import { Registrations, type PlaceOptions } from './registrations.ts';
import { slots } from './slots.ts';

/**
 * Panels by name and what they are opened with. A plugin adds its own:
 * `declare module '#web' { interface Panels { terminal: { command?: string } } }`.
 */
// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface Panels {}
export type PanelName = keyof Panels & string;

export interface PanelOptions<P extends object> extends Omit<PlaceOptions, 'order'> {
  /** Key of its title, such as `terminal:title`; the other texts of that message file are there too. */
  readonly title: string;
  /** Loaded when it is first opened. */
  readonly load: () => Promise<{ default: ComponentType<P> }>;
  /** From which side it comes; `right` unless said otherwise. */
  readonly placement?: 'right' | 'bottom';
  /** Pixels, 640 unless said otherwise; a phone gives it the whole screen. */
  readonly size?: number;
}

export interface Panel extends Omit<PanelOptions<object>, 'load'> {
  readonly name: string;
  readonly plugin: string;
  readonly Content: ComponentType<object>;
}
/** What stands between somebody and the end of what the panel shows. */
export interface CloseQuestion {
  /** What would be lost, and whether to close all the same: a whole sentence in the user's language. */
  readonly question: string;
  /** The button that closes the panel all the same; plain words unless said otherwise. */
  readonly close?: string;
}

interface Shown {
  readonly panel: Panel;
  readonly props: object;
}
interface PanelState {
  readonly shown?: Shown | undefined;
  /** Asked before the panel is closed, as long as it has something to lose. */
  readonly question?: CloseQuestion | undefined;
  /** Set while the question is asked: what comes after the panel. */
  readonly asked?: { readonly next: Shown | undefined } | undefined;
  /** What had the focus before the first panel. */
  readonly opener?: Element | null;
}

export const panels = new Registrations<Panel>('panel');
export const panelState = createStore<PanelState>(() => ({}));

export function registerPanel(name: string, { load, ...options }: PanelOptions<object>, plugin: string): void {
  panels.add({ ...options, name, plugin, Content: lazyPart(async () => (await load()).default) });
  loadEntryTexts(options.title);
  slots.Panels = PanelPlace;
}

/** Shows a panel in the place of the one that is open, if any; false when there is none that whoever is signed in may see. */
export function openPanel(plugin: string, name: string, props: object = {}): boolean {
  const panel = panels.named(name);
  if (!panel) {
    const known = panels.all().map((each) => each.name);
    reportFault(plugin, 'missing', `panel ${name}`, new Error(suggestion(name, known)));
    return false;
  }
  const realm = currentRealm();
  if (!isArea(realm) || !panels.in(realm).includes(panel)) return false;
  const { shown } = panelState.getState();
  if (!shown) panelState.setState({ opener: document.activeElement });
  if (shown?.panel === panel) panelState.setState({ shown: { panel, props }, asked: undefined });
  else goOn({ panel, props });
  return true;
}

/** Closes the panel that is open, once whoever would lose something has agreed. */
export const closePanel = (): void => goOn(undefined);

function goOn(next: Shown | undefined): void {
  const { shown, question } = panelState.getState();
  if (shown && question) panelState.setState({ asked: { next } });
  else panelState.setState({ shown: next, question: undefined, asked: undefined });
}

/** What somebody has answered. */
export function answerQuestion(closes: boolean): void {
  const { asked } = panelState.getState();
  if (closes) panelState.setState({ shown: asked?.next, question: undefined, asked: undefined });
  else panelState.setState({ asked: undefined });
}

/** In a panel: asks this before it is closed, for as long as it is drawn with a question. */
export function useBeforeClose(question: CloseQuestion | undefined): void {
  const { question: text, close } = question ?? {};
  useEffect(() => {
    if (text === undefined) return;
    panelState.setState({ question: { question: text, ...(close !== undefined && { close }) } });
    return () => panelState.setState({ question: undefined, asked: undefined });
  }, [text, close]);
}

const PanelHost = lazyPart(
  async () => (await Promise.all([import('./PanelHost.tsx'), loadTexts('plugins')]))[0].PanelHost,
);

/** Where the panels of an area are drawn: over all of its pages, which come and go below. */
function PanelPlace() {
  const isOpen = useStore(panelState, ({ shown }) => shown !== undefined);
  // Once there it stays: a panel takes a moment to go.
  const [isWanted, setWanted] = useState(isOpen);
  if (isOpen && !isWanted) setWanted(true);
  useEffect(() => () => panelState.setState({}, true), []);
  if (!isWanted) return null;
  return (
    <Overlay open={isOpen} onMissing={closePanel}>
      <PanelHost />
    </Overlay>
  );
}
