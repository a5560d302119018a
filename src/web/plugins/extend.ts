import type { AnyKind, FieldsOf, Path, TableName } from '#resource';
import type { FileUpload } from '../fields/fileUpload.ts';
import type { FieldView } from '../fields/view.ts';
import { adminRealm } from '../realms/admin.ts';
import type { RealmOptions } from '../realms/realm.ts';
import { addRealm } from '../realms/addRealm.ts';
import { definedIn, type WebPlugin } from './definePlugin.ts';
import type { EmptyNoteOptions } from './emptyNotes.tsx';
import type { RendererView, TableFieldView } from './fieldViews.ts';
import type { FormSectionOptions } from './formSections.tsx';
import { forTables } from './forTables.ts';
import { frameOf } from './frame.ts';
import type { ListViewOptions } from './listViews.tsx';
import { registerPage as page, registerPublicPage as publicPage } from './ownedPages.tsx';
import type { PageLoader } from './pluginPages.tsx';
import { assertNoOwnLayout } from '../table/layouts.ts';
import type { TraitLook } from '../table/traits/look.ts';

/** What a plugin's browser half (`plugins/<name>/web.tsx`) may use. */
export type { WebPlugin } from './definePlugin.ts';
export { forget as forgetStored, readStored, store as keepStored, storedKeys } from '../settings/storage.ts';
export { copyText } from '../plainHttp/copyText.ts';
export { newUuid } from '../plainHttp/newUuid.ts';
export { http, HttpProblem } from '../http/http.ts';
export { exchange, type Exchange, type Exchanged } from '../http/exchange.ts';
export { stream } from '../http/streams.ts';
export type { ServerEvent, StreamOptions } from '../http/serverEvent.ts';
export { Captcha } from './Captcha.tsx';
export { Chart } from './Chart.tsx';
export type { ChartPoint, ChartProps, ChartSeries } from '../components/chart/chartProps.ts';
export { TwoStep } from './TwoStep.tsx';
export { LevelSelect } from './LevelSelect.tsx';
export type { LevelCascaderProps, LevelOption } from '../fields/LevelCascader.tsx';
export type { CaptchaProps } from '../captcha/ClickCaptcha.tsx';
export type { RendererView, TableFieldView } from './fieldViews.ts';
export type { EmptyNoteOptions } from './emptyNotes.tsx';
export type { ListViewOptions, ListViewProps } from './listViews.tsx';
export type { FormSectionOptions } from './formSections.tsx';
export type { FormSectionProps } from '../table/formSections.ts';
export { FormField, type FormFieldProps } from '../table/FormField.tsx';
export type { FileTarget, FileUpload } from '../fields/fileUpload.ts';
export { browserName } from '../fields/browser/browserName.tsx';
export { useUploads, type Sending } from '../fields/useUploads.ts';
export { lazyView } from './lazyView.ts';
export { useTableChanges } from '../table/useTableChanges.ts';
export { useLeaveWarning } from '../table/useLeaveWarning.ts';
export { useDiscard } from '../navigation/useDiscard.ts';
export { loadTexts } from '../settings/i18n.ts';
export { safeAddress } from '../fields/safeAddress.ts';
export { nameOf as rowName } from '../table/nameOf.ts';
export { RowButtons, RowCheckbox, RowItem, RowValue } from '../table/rowParts.tsx';
export type { CellProps, FieldView, InlineProps, InputProps } from '../fields/view.ts';
export type { AccountEntryOptions } from './accountEntries.tsx';
export type { ShortcutOptions } from './shortcuts.tsx';
export type { HeaderEntryOptions } from './headerEntries.tsx';
export { closePanel, useBeforeClose, type CloseQuestion, type PanelOptions, type Panels } from './panels.tsx';
export type { WidgetOptions, WidgetProps } from './widgets.ts';
export { RecordNumber } from '../public/RecordNumber.tsx';
export { PublicFooter } from '../public/PublicFooter.tsx';
export { PublicHeader } from './PublicHeader.tsx';
export { Brand } from '../components/Brand.tsx';
export { DarkSwitch, LanguageSwitch } from '../components/Tools.tsx';
export { ManifestForm, type ManifestFormProps } from './resource/ManifestForm.tsx';
export { ResourceForm, type ResourceFormProps } from './resource/ResourceForm.tsx';
export { ResourceList, type ResourceListProps, type RowAction } from './resource/ResourceList.tsx';
export { ResourceRecord, type ResourceRecordProps } from './resource/ResourceRecord.tsx';
export { usePersonChange } from '../providers/usePersonChange.ts';
export { usePersonOf } from '../realms/usePersonOf.ts';
export { watchPerson } from '../realms/watchPerson.ts';
export { CheckedItem } from '../components/CheckedItem.tsx';
export { pointerReleased } from '../components/pointerReleased.ts';
export { LoadFailed } from '../components/LoadFailed.tsx';
export { Loading } from '../components/Loading.tsx';
export { PageHeading } from '../components/PageHeading.tsx';
export { nonce } from '../settings/nonce.ts';
export { useSite } from '../settings/site.ts';
export { useTitle } from '../navigation/useTitle.ts';
export { useMedia } from '../settings/useMedia.ts';
export type { AreaFrameProps, Login, RealmOptions, SignInFormProps } from '../realms/realm.ts';
export type { MenuNode } from '../navigation/menuNode.ts';

/** The pages of a realm that a plugin has registered. */
export interface RegisteredRealm {
  /** Shows a page at this path below the realm's base, with the texts of these message files. */
  registerPage(path: string, load: PageLoader, ...texts: readonly string[]): void;
}

/** The same for one plugin: what it registers is shown behind boundaries that name it (tools/vite/pluginHost.ts). */
export const webOf = (plugin: string) => ({
  ...frameOf(plugin),
  /** The plugin: the default export of `web.tsx`. Nothing is registered under a name that is not the folder's. */
  definePlugin: (half: WebPlugin): WebPlugin => definedIn(plugin, half),
  /**
   * Draws a kind of the plugin's own, or parts of one of ours in another way. Given the kind itself instead of its name,
   * forms check its values before they are sent; else the server's refusal is shown at the field.
   */
  registerField: (kind: string | AnyKind, view: Partial<FieldView>): void =>
    forTables(plugin, (tables) => tables.drawKind(plugin, kind, view)),
  /** Draws one field of one table in another way, or those parts of it that are given; the rest stays as its kind has it. */
  registerTableField: <N extends TableName>(table: N, field: Path<FieldsOf<N>>, view: TableFieldView): void =>
    forTables(plugin, (tables) => tables.drawField(plugin, table, field, view)),
  /** Draws the values of every field whose resource file names it: `f.int({ render: 'progress' })`. */
  registerRenderer: (name: string, view: RendererView): void =>
    forTables(plugin, (tables) => tables.drawRenderer(plugin, name, view)),
  /**
   * Adds a section to the form and the records of a table. What it holds goes as fields of the table, which the server half
   * may have added with `extend`.
   */
  registerFormSection: <N extends TableName>(section: FormSectionOptions<N>): void =>
    forTables(plugin, (tables) => tables.drawSection(plugin, section)),
  /**
   * Offers another view of the rows of a table, or of all tables that meet a condition: beside the table and the cards, in
   * the list's toolbar and in its address.
   */
  registerListView(view: ListViewOptions): void {
    assertNoOwnLayout(view.name);
    forTables(plugin, (tables) => tables.addListView(plugin, view));
  },
  /** Says something in the empty list of a table, or of all that meet a condition: why there may be nothing. */
  registerEmptyNote: (note: EmptyNoteOptions): void => forTables(plugin, (tables) => tables.addEmptyNote(plugin, note)),
  /**
   * Keeps files that are pasted or dropped into rich text, text areas and the inputs of files and pictures, or picked beside
   * them, and gives their addresses. There is one for all of them.
   */
  registerFileUpload: (upload: FileUpload): void => forTables(plugin, (tables) => tables.takeFiles(plugin, upload)),
  /** Shows the view of a trait of the plugin's own with an icon; its texts come with the manifest. */
  registerTrait: (name: string, look: Pick<TraitLook, 'icon'>): void =>
    forTables(plugin, (tables) => tables.registerTrait(name, look)),
  /**
   * Shows a page at `/admin/<path>` with the texts of these message files; its menu entry comes from the plugin's
   * server half.
   */
  registerPage: (path: string, load: PageLoader, ...texts: readonly string[]): void =>
    page(adminRealm, path, load, texts, plugin),
  /**
   * Shows a page at an address outside of the back office, such as `/` or `/chat/:id?`, with the texts of these message files.
   * It comes before a page of the product at the same address. The page names itself with `useTitle`. Of several addresses it
   * is one and the same page, which keeps its state on the way from one to another.
   */
  registerPublicPage: (path: string | readonly string[], load: PageLoader, ...texts: readonly string[]): void =>
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
export const {
  definePlugin,
  openPanel,
  registerAccountEntry,
  registerDashboardWidget,
  registerEmptyNote,
  registerField,
  registerFileUpload,
  registerFormSection,
  registerHeaderEntry,
  registerListView,
  registerPage,
  registerPanel,
  registerPublicPage,
  registerRealm,
  registerRealmPage,
  registerRenderer,
  registerShortcut,
  registerTableField,
  registerTrait,
} = webOf('');
