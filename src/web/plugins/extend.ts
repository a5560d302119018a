import type { AnyKind } from '#resource';
import { registerField as field, viewOf } from '../fields/index.ts';
import { registerKind } from '../fields/kinds.ts';
import type { FieldView } from '../fields/view.ts';
import { adminRealm } from '../realms/admin.ts';
import type { RealmOptions } from '../realms/realm.ts';
import { addRealm } from '../realms/registry.ts';
import { registerHeaderEntry as headerEntry } from './headerEntries.ts';
import { registerPage as page, registerPublicPage as publicPage, type PageLoader } from './pluginPages.tsx';
import { fencedKind } from './fencedKind.ts';
import { fencedView } from './fencedView.tsx';
import type { TraitLook } from '../table/traits/look.ts';
import { registerTrait as trait } from '../table/traits/index.tsx';

/** What a plugin's browser half (`plugins/<name>/web.tsx`) may use. */
export { http } from '../http/http.ts';
export { stream } from '../http/streams.ts';
export type { ServerEvent, StreamOptions } from '../http/serverEvent.ts';
export type { CellProps, FieldView, InlineProps, InputProps } from '../fields/view.ts';
export { useTitle } from '../navigation/useTitle.ts';
export type { RealmOptions } from '../realms/realm.ts';

/** The pages of a realm that a plugin has registered. */
export interface RegisteredRealm {
  /** Shows a page at this path below the realm's base, with the texts of these message files. */
  registerPage(path: string, load: PageLoader, ...texts: readonly string[]): void;
}

/** The same for one plugin: what it registers is shown behind boundaries that name it (tools/vite/pluginHost.ts). */
export const webOf = (plugin: string) => ({
  /**
   * Draws a kind of the plugin's own, or one of ours in another way. Given the kind itself instead of its name, forms check
   * its values before they are sent; else the server's refusal is shown at the field.
   */
  registerField(kind: string | AnyKind, view: FieldView): void {
    const name = typeof kind === 'string' ? kind : kind.kind;
    field(name, fencedView(plugin, name, view, viewOf(name)));
    if (typeof kind !== 'string') registerKind(fencedKind(plugin, kind));
  },
  /** Shows the view of a trait of the plugin's own with an icon; its texts come with the manifest. */
  registerTrait: (name: string, look: Pick<TraitLook, 'icon'>): void => trait(name, look),
  /** Puts something into the bar above the pages, before the account; a name counts once. */
  registerHeaderEntry: (name: string, Entry: React.ComponentType): void => headerEntry(name, Entry, plugin),
  /**
   * Shows a page at `/admin/<path>` with the texts of these message files; its menu entry comes from the plugin's
   * server half.
   */
  registerPage: (path: string, load: PageLoader, ...texts: readonly string[]): void =>
    page(adminRealm, path, load, texts, plugin),
  /**
   * Shows a page at an address outside of the back office, such as `/` or `/chat/:id?`, with the texts of these message files.
   * It comes before a page of the product at the same address. The page names itself with `useTitle`.
   */
  registerPublicPage: (path: string, load: PageLoader, ...texts: readonly string[]): void =>
    publicPage(path, load, texts, plugin),
  /**
   * Gives another kind of identity a sign-in page, menus, lists and forms below its base, beside the back office. It takes
   * what the server half gives in `realms`, so both import it from one file.
   */
  registerRealm(options: RealmOptions): RegisteredRealm {
    const realm = addRealm(options);
    return { registerPage: (path, load, ...texts) => page(realm, path, load, texts, plugin) };
  },
});

/** In the bundle each plugin has its own; these are for whoever reads types. */
export const { registerField, registerHeaderEntry, registerPage, registerPublicPage, registerRealm, registerTrait } =
  webOf('');
