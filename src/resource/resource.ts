import type { Caller, RealmName } from './caller.ts';
import type { OwnedExtension } from './extensionDefinition.ts';
import type { Hooks } from './hooks.ts';
import type { FieldMap } from './field.ts';
import type { Label } from './label.ts';
import type { LinesByTable } from './linesDefinition.ts';
import type { Message } from './problem.ts';
import type { RowRule } from './rowRule.ts';
import type { Action } from './actions/action.ts';
import type { Traits } from './traits/index.ts';
import type {
  BaseColumn,
  FieldsOf,
  FilterPath,
  InlineKey,
  Path,
  Row,
  Sort,
  SortPath,
  SumKey,
  TableName,
  TraitColumn,
  Values,
  VisibleKey,
  Where,
  WritableKey,
} from './types.ts';

export interface ListDefinition<F extends FieldMap, P extends string = string> {
  /** Default: every readable field but long texts, then `update_time`. */
  columns?: readonly (Path<F> | TraitColumn)[];
  /** `-` sorts downwards; paths may follow relations to one row. Default: `-weigh` for sortable tables, else `-id`. */
  sort?: Sort<F> | SortPath<F, P> | readonly (Sort<F> | SortPath<F, P>)[];
  /** Columns that can be changed in the list; default: every switch. */
  inline?: readonly InlineKey<F>[];
  /**
   * Fields offered in the filter panel, of related tables too: `street.area.city.name`, `tags.name`. What stands here is open to
   * all who read the list. Default: every column of the list that can be filtered; for the name of a related
   * record, the field that refers to it.
   */
  filters?: readonly (Path<F> | BaseColumn | FilterPath<F, P>)[];
  /** Rows on a page until somebody chooses another number. Default: what fills the window, from 10 to 50; in the API 10. */
  pageSize?: 10 | 20 | 50 | 100;
  /** Stands in the place of the rows as long as there are none: what belongs here, and how it comes. Default: that there are no records. */
  empty?: Label;
}

/** What a form can have: what is written there, and what people may read and only the server sets. */
type FormKey<F> = WritableKey<F> | VisibleKey<F>;
export interface FormSection<F extends FieldMap> {
  /** The heading above these fields. */
  section: Label;
  /** One entry a line; an inner list stands side by side. */
  fields: readonly (FormKey<F> | readonly FormKey<F>[])[];
  /** On a tab of its own, with the heading as its name. Default: below the section before. */
  tab?: boolean;
}
export interface FormDefinition<F extends FieldMap, N extends string = string> {
  /**
   * One entry a line; an inner list stands side by side. Readonly and computed fields, and those that somebody may only read,
   * stand there as values. Default: every writable field, one a line.
   */
  layout?: readonly (FormKey<F> | readonly FormKey<F>[] | FormSection<F>)[];
  /** Default: drawer. */
  open?: 'drawer' | 'modal';
  /** Pixels; default 640, and 960 with lines. */
  width?: number;
  /**
   * Rows of other tables that are edited within the form and saved with the row, all or none: `{ order_line: { fields:
   * ['product_id', 'quantity'] } }`. Their own permissions, rules and hooks hold. Default: none.
   */
  lines?: LinesByTable<{ [T in TableName]: FieldsOf<T> }, N>;
}

export type FieldErrors<F> = { [K in keyof F]?: Message | Label };

/** A figure on the dashboard of those who may list the table: how many rows they see there, or what a field of these adds up to. */
export interface DashboardCard<F extends FieldMap, W extends string = never> {
  /** What the figure is called: `{ 'zh-cn': '今日订单', en: "Today's orders" }`. */
  label: Label;
  /** Default: the icon of the table. */
  icon?: string;
  /** Only these rows. */
  where?: Where<F, W>;
  /** A number field whose values are added up. Default: the rows are counted. */
  sum?: SumKey<F>;
}

/** Actions that a file can choose among by a list. */
export type GenericAction = 'index' | 'add' | 'edit' | 'del' | 'import' | 'export' | 'sortable';
/** Those that the product brings, the ones of its traits included. */
export type BuiltInAction = GenericAction | 'restore' | 'destroy' | 'history';

/** Actions of one's own by name; `false` leaves out one that the table would have by itself. */
type OwnActions<F extends FieldMap> = { readonly [name: string]: Action<F> | false | undefined } & {
  readonly [K in BuiltInAction]?: false;
};

/** A tree that is chosen from level by level, each asked for when it is opened. */
export interface Levels<F extends FieldMap> {
  /** By which number clients ask for it: `GET /admin/ajax/getProject?type=1`. No two tables have the same. */
  type: number;
  /** How many levels there are to choose from, 1 to 3; deeper rows are not offered. Default: 2. */
  depth?: 1 | 2 | 3;
  /** A switch; rows where it is off are shown and cannot be chosen: who refers to one newly is refused. */
  active?: VisibleKey<F>;
}

/** What accounts of one realm other than the administrators' may do with the rows of a table. */
export interface RealmAccess<F extends FieldMap, W extends string = never> {
  /** Names of actions, one's own included. */
  actions: readonly (BuiltInAction | (string & {}))[];
  /** The fields that they see beside `id`, `version` and the times; no other exists for them. */
  read: readonly VisibleKey<F>[];
  /** Those of them that they may set. Default: none. */
  write?: readonly (WritableKey<F> & VisibleKey<F>)[];
  /** Whose row it is: a field with the id of an account. They see their own rows only, and what they add is theirs. */
  owner?: WritableKey<F>;
  /** Narrows the rows further. */
  rows?: { read: RowRule<F, W>; write?: RowRule<F, W>; add?: RowRule<F, W> };
}

/** Whose personal data the rows are, and what becomes of them when that account wants to be forgotten. */
interface PersonalRows<F extends FieldMap> {
  /** Whose accounts the field means. */
  realm: RealmName;
  /** A field that holds the id of an account; `id` for the table of accounts itself. */
  field: 'id' | (keyof F & string);
  /** The rows go for good, stay as they are (what the law asks to keep), or stay with these values: `{ name: '—', email: null }`. */
  erase: 'delete' | 'keep' | Values<F>;
  /** Fields that they do not take along: what the server keeps for itself, and what is of others. */
  omit?: readonly (keyof F & string)[];
}

/** A directory of the menu within the one of the path. */
export interface MenuGroup {
  /** One segment: `ledger` within the entries of `user/…`. */
  name: string;
  label: Label;
  icon?: string;
  weigh?: number;
}

export interface ResourceDefinition<
  F extends FieldMap,
  P extends string = string,
  W extends string = never,
  N extends string = string,
> {
  /**
   * `content/article`: page `/admin/content/article`, API `/admin/content.article/*`, nodes `content/article/*`. Default: the
   * table's name.
   */
  path?: string;
  /** What the table is called in menus, titles, permissions and logs, in the plural. Default: its name. */
  label?: Label;
  /** What one row is called, as it stands within a sentence: `{ 'zh-cn': '管理员', en: 'administrator' }`. Default: record. */
  rowLabel?: Label;
  /** A class of the icon fonts, such as `fa fa-file-text-o`. */
  icon?: string;
  /** A line of explanation above the list. */
  remark?: Label;
  /**
   * False: no menu entry. `weigh` orders the menu, the larger first; `badge` shows how many such rows the caller sees;
   * `directory` is how the innermost part of the path looks that it is in; `group`, with `name`, `label`, `icon` and `weigh`, is a
   * directory within it for all entries that name it.
   */
  menu?:
    | false
    | {
        weigh?: number;
        badge?: Where<F, W>;
        directory?: { label: Label; icon?: string; weigh?: number };
        group?: MenuGroup;
      };
  /** The field that names a row in selects and messages. Default: the first text field. */
  title?: VisibleKey<F>;
  /** Fields that whoever chooses from its rows reads beside the title, though they may not list the table. Default: none. */
  choices?: readonly VisibleKey<F>[];
  /** Behaviours that bring columns and actions of their own: `{ sortable: true, trash: true }`. Default: none. */
  traits?: Traits;
  /** Of a tree: fields that refer to it, and clients of specification §7, choose from it level by level. */
  levels?: Levels<F>;
  /**
   * Other names of fields: rows carry them beside ours for clients that know them by these, which may also sort, filter and
   * write by them: `{ createtime: 'create_time' }`. `{ tag_names: 'tags.name' }` is what the rows of `tag_ids` are called.
   * Default: none.
   */
  aliases?: { readonly [alias: string]: VisibleKey<F> | BaseColumn | `${string}.${string}` };
  /** A second path by which clients know the calls of the table: `auth/menu`. Nodes and pages go by the first. */
  otherPath?: string;
  /** Columns, order, filters and page size of the list. Default: as each of them says. */
  list?: ListDefinition<F, P>;
  /** How the form for adding and editing a row looks. Default: every writable field, one a line, in a drawer. */
  form?: FormDefinition<F, N>;
  /**
   * Its figures on the dashboard. Fields that somebody may not read take the card away from them. `false` is for tables that keep
   * the application going, as logs do: how many rows they have is not shown there either.
   */
  dashboard?: DashboardCard<F, W> | readonly DashboardCard<F, W>[] | false;
  /**
   * Each is a permission node `path/action`, a call and a button. A list: of the generic actions only these. An object: all
   * but those that are `false`, and one's own: `{ add: false, publish: action({ … }) }`. Default: all.
   */
  actions?: readonly GenericAction[] | OwnActions<F>;
  /**
   * Permissions of the table that are no action, by the last part of their node: `{ amount: 'See amounts' }` is what
   * `caller.may('sales/order/amount')` asks for. Groups are given them beside the actions. Default: none.
   */
  permissions?: Readonly<Record<string, Label>>;
  /** Rows that a caller sees (`read`), may change or delete (`write`, default: as `read`), and may add (`add`, default: as `write`). */
  rows?: { read: RowRule<F, W>; write?: RowRule<F, W>; add?: RowRule<F, W> };
  /**
   * Rows that have the button of an action, where some would only be refused: `{ del: ({ id }) => ({ id: { ne: id } }) }`. It
   * shows and hides; what may be done is for `rows` and `hooks` to say. Rows outside of `rows.write` have none by themselves.
   */
  buttons?: { readonly [action: string]: RowRule<F, W> };
  /** Narrows single fields to some callers. A field that may not be read cannot be written, filtered, sorted or searched either. */
  access?: { [K in VisibleKey<F>]?: { read?: (caller: Caller) => boolean; write?: (caller: Caller) => boolean } };
  /** Realms other than the administrators' that the table serves; for all others there is no such table. */
  realms?: { [R in Exclude<RealmName, 'admin'>]?: RealmAccess<F, W> };
  /** Rules over several fields; pure. Runs after the fields' own rules. */
  check?(change: { next: Row<F>; prev: Row<F> | null }): FieldErrors<F> | undefined;
  /** Code that runs whenever a row is saved or deleted, from whatever side. */
  hooks?: Hooks<F>;
  /**
   * Rows are only ever added: the database itself refuses to change or delete them, whoever asks. With `days`, rows that are
   * so much older than the newest are removed.
   */
  appendOnly?: true | { days: number };
  /**
   * Rows about a person, for `host.personalData`: what they may have of themselves, and what is forgotten with them. A list where
   * accounts of several realms may be meant, one for each realm.
   */
  personal?: PersonalRows<F> | readonly PersonalRows<F>[];
  /** False: no page, menu entry, node or call; a plugin reads and writes the rows as `host.system`. */
  page?: false;
  /** Of a table without a page: `rows` and `access` hold for callers of every realm, whom they tell apart by `caller.realm`. */
  everyRealm?: true;
  /** The rows live behind another REST server (the convention of `@refinedev/simple-rest`); there is no table in our database. */
  source?: { rest: string };
  /** The former path: groups keep their rights, people their saved views and columns, and the menu entry its place, title and status. */
  movedFrom?: string;
  /** Former columns whose values may be lost, at the next start; without a line here the schema plan refuses to drop them. */
  dropped?: readonly string[];
}

/** A resource with its types erased, as the server holds it. */
export interface Resource {
  readonly name: string;
  readonly renamedFrom?: string;
  readonly fields: FieldMap;
  readonly definition: ResourceDefinition<FieldMap>;
  /** What plugins have added to it; its fields, lists, forms and actions have their part already. */
  readonly extensions?: readonly OwnedExtension[];
  /** Set where the file names no lines of the form, and a plugin has placed its own among all fields. */
  readonly hasUsualLayout?: boolean;
}
