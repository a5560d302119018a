import type { Language } from '#resource';
import type { PluginHost } from './host.ts';
import type { Html } from './html.ts';

/** What a visitor sees of a public page before its code is there. */
export interface FirstScreen {
  /** Addresses of the page: `['/', '/chat']`. */
  readonly paths: readonly string[];
  /**
   * The top of the page as `html` makes it, for somebody who is not signed in; undefined draws none. It looks best where it
   * has the elements and classes of the page itself: their styles are there, those that antd makes are not. It is drawn in
   * every language, each time that the page is opened.
   */
  draw(view: ScreenView): Html | undefined | Promise<Html | undefined>;
}

/** What a first screen is drawn from. */
export interface ScreenView {
  readonly language: Language;
  /** What the site is called, and the address of its picture. */
  readonly site: { readonly name: string; readonly logo: string };
  readonly host: PluginHost;
}
