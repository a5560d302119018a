import type { Json, PrivateOptions } from './field.ts';
import type { Filter } from './filter/filter.ts';
import type { Operator } from './operators.ts';
import type { ColumnChoice } from './columnChoice.ts';
import type { SavedViews } from './savedView.ts';
import type { ActionPlace, ActionScope } from './actions/action.ts';

/** What one caller may know of one field, in their language. */
export interface FieldManifest {
  /** Name in the row; `category.name` for a column of a related table. */
  readonly name: string;
  readonly kind: string;
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
  /** The kind's options, enough for its `parse` and its views. */
  readonly options: { readonly [key: string]: Json };
  readonly required: boolean;
  readonly default: Json;
  readonly readable: boolean;
  readonly writable: boolean;
  /** Not to be given to several rows at once, as it is unique or secret. */
  readonly single?: true;
  /** Its values lie encrypted in the database: they are nobody else's business. */
  readonly encrypted?: true;
  readonly sortable: boolean;
  /** Operators of the filter panel, the first to start with; empty when it cannot be filtered. */
  readonly operators: readonly Operator[];
  /** Options of plugins, by plugin: those that it shows, `public` in its `fieldOptions`. */
  readonly private?: { readonly [N in keyof PrivateOptions]?: Readonly<Partial<PrivateOptions[N]>> };
  /** Pixels of its column, where its file says so. */
  readonly width?: number;
  /** What draws its values, where its file says so: `registerRenderer`. */
  readonly render?: string;
  /** Shown in the form only beside values that fulfil it. */
  readonly when?: Filter;
  /** Where a related row is chosen from and how it is shown. */
  readonly relation?: RelationManifest;
}

export interface RelationManifest {
  /** Name of the nested object in the row: `category` for `category_id`. */
  readonly name: string;
  /** What paths call it, for whoever may follow it to the other table's fields: `category`, or `tags` for `tag_ids`. */
  readonly follow?: string;
  /** Path of the other table, for whoever may open its records. */
  readonly path?: string;
  /** API of the other table, such as `/admin/content.category/`. */
  readonly api: string;
  /** The other table's field that names its rows. */
  readonly title: string;
  readonly tree: boolean;
  /** Set where rows are chosen level by level: by which number they are asked for, and how many levels there are. */
  readonly levels?: LevelsManifest;
  /** Whether the caller may ask for the other table's rows to choose from. */
  readonly selectable: boolean;
  /** Path of the other table, for whoever may add rows there. */
  readonly create?: string;
  /** What a row that is added there is called within a sentence. */
  readonly rowLabel?: string;
}

export interface LevelsManifest {
  readonly type: number;
  readonly depth: number;
}

/** One line of the form: fields side by side. */
export type FormLine = readonly string[];
export interface FormSectionManifest {
  readonly label: string | null;
  readonly lines: readonly FormLine[];
  /** It has a tab of its own. */
  readonly tab?: true;
}

/** An action as a button: what it is called, where it stands, what it asks first. */
export interface ActionManifest {
  /** The last part of its address, below `api`. */
  readonly name: string;
  readonly label: string;
  readonly method: 'POST' | 'DELETE';
  readonly on: ActionScope;
  readonly place: ActionPlace;
  /** A class of the icon fonts. */
  readonly icon?: string;
  readonly danger: boolean;
  /** Its form makes rows, and an empty list offers it. */
  readonly creates?: true;
  /** There is no permission for it: that it is here says that this caller may do it. */
  readonly superOnly?: true;
  readonly confirm?: string;
  /** What is said when it is done. */
  readonly done?: string;
  /** The view that its rows are in; left out: the list. */
  readonly view?: string;
  /** Fields to enter first, drawn like those of a new row. */
  readonly form?: Pick<Manifest, 'fields' | 'form'>;
}

export interface ViewManifest {
  /** Of the trait that puts rows there. */
  readonly name: string;
  /** Empty for those that the browser has texts for. */
  readonly label: string;
  /** The field that says since when a row is there, where the caller may read it. */
  readonly marks?: string;
}

/** Another table whose rows refer to those of this one. */
export interface ChildManifest {
  /** Of the other table: `shop/order-line`. */
  readonly path: string;
  readonly label: string;
  /** Its field that refers here. */
  readonly field: string;
  /** What the field is called. */
  readonly fieldLabel: string;
}

/** Rows of another table that are edited within the form of a row of this one. */
export interface LinesManifest {
  /** Name of the other table, by which a body has them. */
  readonly table: string;
  readonly path: string;
  readonly label: string;
  /** Its field that refers here. */
  readonly field: string;
  /** Its fields that are the columns, as far as the caller may read or write them. */
  readonly columns: readonly string[];
  /** Those of them that are added up. */
  readonly totals: readonly string[];
  /** How computed ones come of the others, where that can be said before a line is saved. */
  readonly computed: Readonly<Record<string, string>>;
  /** How many lines a row can be given. */
  readonly most: number;
}

/** What one caller may know of a resource. The browser draws the list, the search and the form from it. */
export interface Manifest {
  readonly name: string;
  /** `content/article`; the page is `/admin/content/article`. */
  readonly path: string;
  /** `/admin/content.article/`, below the base path. */
  readonly api: string;
  readonly label: string;
  /** What one row is called, where the resource says so. */
  readonly rowLabel?: string;
  readonly remark: string;
  /** Names of the actions that the caller may do. */
  readonly actions: readonly string[];
  /** Those of them that the product does not bring, as buttons. */
  readonly buttons: readonly ActionManifest[];
  /** By name: those of the product, and others that the table has. */
  readonly traits: { readonly sortable: boolean; readonly tree: boolean; readonly [name: string]: boolean };
  /** Rows that have left the list, as far as the caller may see them: what `<name>=1` asks a list for. */
  readonly views: readonly ViewManifest[];
  /** Name of the field that names a row. */
  readonly title: string;
  /** Every field the caller may read or write, by name; related columns of the list included. */
  readonly fields: Readonly<Record<string, FieldManifest>>;
  readonly list: {
    readonly columns: readonly string[];
    readonly inline: readonly string[];
    readonly filters: readonly string[];
    /** Wire format of `order`, such as `id,desc`. */
    readonly order: string;
    /** The order that dragging makes, likewise, for rows that can be dragged. */
    readonly dragOrder?: string;
    /** Rows on a page, where the table says so. */
    readonly pageSize?: number;
    /** What stands there as long as there are no rows, where the table says so. */
    readonly empty?: string;
  };
  /** Labels of the fields that the quick search looks into; empty: no quick search. */
  readonly quickSearch: readonly string[];
  readonly form: {
    readonly open: 'drawer' | 'modal';
    readonly width: number;
    readonly sections: readonly FormSectionManifest[];
  };
  readonly record: {
    /** Those of the form with what the caller may read, whether they may write it or not. */
    readonly sections: readonly FormSectionManifest[];
    /** Names of the other fields that they may read. */
    readonly more: readonly string[];
  };
  /** Tables that the caller may list, and whose rows refer to one of this table by a field that they may read and filter by. */
  readonly children: readonly ChildManifest[];
  /** Those whose rows are edited within the form, as far as the caller may list them. */
  readonly lines: readonly LinesManifest[];
  /** The caller's saved views of this list, where there are any; `GET …/manifest` has them. */
  readonly saved?: SavedViews;
  /** What the caller has made of its columns, by the id of the saved view, 0 for the list itself; as `saved`. */
  readonly columns?: Readonly<Record<string, ColumnChoice>>;
  /** Set when the rows come from another REST server. */
  readonly source?: { readonly rest: string };
}
