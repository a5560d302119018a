import type { ComponentType } from 'react';
import { lazyPart } from '../loading/lazyPart.tsx';
import { loadEntryTexts } from './entryTexts.ts';
import { Registrations, type PlaceOptions } from './registrations.ts';

/** What a widget is given. */
export interface WidgetProps<T> {
  /** What its route has answered. */
  readonly data: T;
  /** Asks the route again. */
  readonly refresh: () => void;
}

export interface WidgetOptions<T> extends Omit<PlaceOptions, 'realms'> {
  /** Key of its title, such as `review:latest`; the other texts of that message file are there too. */
  readonly title: string;
  /** Loaded with the dashboard. It draws what there is: waiting, failures and nothing at all are shown for it. */
  readonly load: () => Promise<{ default: ComponentType<WidgetProps<T>> }>;
  /** Address of the call that it shows, such as `/admin/review.latest/index`; without one it has `data` undefined. */
  readonly route?: string;
  /** A third, a half or the whole of the dashboard's width; on a phone each has all of it. `third` unless said otherwise. */
  readonly size?: 'third' | 'half' | 'whole';
  /** Whether there is nothing to show; null, and lists without an entry, unless said otherwise. */
  readonly isEmpty?: (data: T) => boolean;
  /** Key of what is said then. */
  readonly empty?: string;
}

export interface Widget extends Omit<WidgetOptions<unknown>, 'load'> {
  readonly name: string;
  readonly plugin: string;
  readonly Content: ComponentType<WidgetProps<unknown>>;
}

export const widgets = new Registrations<Widget>('widget');

export function registerDashboardWidget<T>(name: string, given: WidgetOptions<T>, plugin: string): void {
  // Only its own component and `isEmpty` see what its route answers.
  const { load, ...options } = given as WidgetOptions<unknown>;
  widgets.add({ ...options, name, plugin, Content: lazyPart(async () => (await load()).default) });
  loadEntryTexts(options.title);
  if (options.empty !== undefined) loadEntryTexts(options.empty);
}
