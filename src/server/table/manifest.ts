import {
  arithmeticOf,
  builtInTraits,
  describeOptions,
  isShown,
  mapTree,
  placeOf,
  relatedKeyOf,
  relationName,
  textOf,
  type ActionManifest,
  type Caller,
  type ChildManifest,
  type FieldManifest,
  type Filter,
  type FormDefinition,
  type FormSectionManifest,
  type Json,
  type Label,
  type Language,
  type LinesManifest,
  type Manifest,
  type Model,
  type ModelField,
  type FieldMap,
  type Operator,
  type RelationManifest,
  type TableAction,
  ordersOf,
  nameInWords,
} from '#resource';
import { isBulkEditable, mayOrder, mayRead, mayWrite } from './fieldAccess.ts';
import { labelOf, placeLabel, type Translate } from './fieldLabel.ts';
import { isSortable, listColumns, otherFields } from './listColumns.ts';
import { openLines } from './openLines.ts';
import type { TableContext } from './query/scope.ts';
import { isOpen } from './query/reference.ts';
import { isAllowed, maySeeView, maySelect } from './read.ts';
import { textIn } from './textIn.ts';

/** What the caller may know of a table, in one language: enough to draw its list, its search and its form. */
export function manifestOf(
  ctx: TableContext,
  translate: Translate,
  caller: Caller,
  model: Model,
  language: Language,
  base = '/admin',
): Manifest {
  const text = (label: Label): string => textOf(label, language);
  const about: About = { ctx, translate, caller, model, language, base };
  const describe = (path: string): FieldManifest | undefined => fieldAt(about, path);
  const columns = listColumns(model).filter((path) => isReadable(ctx, caller, model, path));
  const offered = model.definition.list?.filters ?? columns.map((path) => chosenBy(about, path) ?? path);
  const filters = [...new Set(offered)].filter(
    (path) => isReadable(ctx, caller, model, path) && (describe(path)?.operators.length ?? 0) > 0,
  );
  const own = [...model.fields.values()]
    .filter((field) => mayOrder(caller, model, field) || mayWrite(caller, model, field))
    .map(({ name }) => name);
  const order = model.order.filter(({ column }) => isReadable(ctx, caller, model, column, mayOrder));
  const marks = [...model.views.values()].map((view) => view.marks);
  const paths = [
    ...own,
    ...marks.filter((path) => isReadable(ctx, caller, model, path)),
    ...columns,
    ...filters,
    ...order.map(({ column }) => column),
  ];
  const fields = [...new Set(paths)].flatMap((path) => describe(path) ?? []);
  const actions = model.source
    ? [...model.actions.keys()].filter(
        (action) => action !== 'export' && action !== 'import' && caller.may(`${model.path}/${action}`),
      )
    : [...model.actions.keys()].filter((action) => isAllowed(caller, model, action));
  const inline =
    model.definition.list?.inline ?? columns.filter((name) => model.fields.get(name)?.kind.inline === 'always');
  const dragged = model.traits.get('sortable')?.sort;
  return {
    name: model.name,
    path: model.path,
    api: `${base}/${model.controller}/`,
    label: text(model.label),
    ...(model.definition.rowLabel !== undefined && { rowLabel: text(model.definition.rowLabel) }),
    remark: textIn(model.definition.remark, language),
    actions,
    buttons: actions.flatMap((name) => buttonOf(about, model.actions.get(name)!)),
    traits: traitsOf(model),
    views: [...model.views]
      .filter(([view]) => maySeeView(caller, model, view))
      .map(([view, { label, marks }]) => ({
        name: view,
        label: textIn(label, language),
        ...(isReadable(ctx, caller, model, marks) && { marks }),
      })),
    title: model.title,
    fields: Object.fromEntries(fields.map((field) => [field.name, field])),
    list: {
      columns,
      inline: inline.filter((name) => mayWrite(caller, model, model.fields.get(name)!) && actions.includes('edit')),
      filters: [...filters],
      order: wireOrder(order),
      ...(dragged === undefined ? {} : { dragOrder: wireOrder(ordersOf(dragged)) }),
      ...(model.definition.list?.pageSize === undefined ? {} : { pageSize: model.definition.list.pageSize }),
      ...(model.definition.list?.empty === undefined ? {} : { empty: textIn(model.definition.list.empty, language) }),
    },
    quickSearch: model.search
      .filter((name) => mayRead(caller, model, model.fields.get(name)!))
      .map((name) => labelOf(translate, model.fields.get(name)!, language)),
    form: {
      open: model.definition.form?.open ?? 'drawer',
      width: model.definition.form?.width ?? (model.definition.form?.lines ? widthWithLines : 640),
      sections: sectionsOf(caller, model, text),
    },
    record: recordOf(caller, model, text),
    children: childrenOf(about),
    lines: linesFor(about),
    ...(model.source ? { source: model.source } : {}),
  };
}

/** Pixels of a form with lines, which are wider than fields. */
const widthWithLines = 960;

const wireOrder = (order: Model['order']): string =>
  order.map(({ column, down }) => `${column},${down ? 'desc' : 'asc'}`).join(';');

/** Which of the product's traits the table has, and which others. */
function traitsOf({ traits }: Model): Manifest['traits'] {
  const all = [...Object.keys(builtInTraits), ...traits.keys()].map((name) => [name, traits.has(name)]);
  return Object.fromEntries(all) as Manifest['traits'];
}

/** Of an action that the product does not bring: those the browser has files for. */
function buttonOf(about: About, action: TableAction): ActionManifest[] {
  const { name, label, on, place, icon, danger, creates, superOnly, confirm, done, view, form, method, handler } =
    action;
  if (!handler) return [];
  const text = (given: Label): string => textOf(given, about.language);
  return [
    {
      name,
      label: text(label ?? nameInWords(name)),
      method,
      on,
      place,
      danger,
      ...(creates && { creates }),
      ...(superOnly && { superOnly }),
      ...(icon === undefined ? {} : { icon }),
      ...(confirm === undefined ? {} : { confirm: text(confirm) }),
      ...(done === undefined ? {} : { done: text(done) }),
      ...(view === undefined ? {} : { view }),
      ...(form ? { form: formOf({ ...about, model: form }) } : {}),
    },
  ];
}

/** Where the path leads to what another row is called, and one may choose from those rows: the field that refers to it. */
function chosenBy(about: About, path: string): string | undefined {
  const place = placeOf(about.ctx.models, about.model, path);
  const [step, ...further] = place?.steps ?? [];
  if (!place || !step || further.length > 0 || place.field.name !== place.model.title) return undefined;
  const via = fieldAt(about, step.via.name);
  return via?.readable && via.relation?.selectable && via.operators.length > 0 ? via.name : undefined;
}

/** The fields that an action asks for. */
export function formOf(about: About): NonNullable<ActionManifest['form']> {
  const { caller, model, language } = about;
  const sections = sectionsOf(caller, model, (label) => textOf(label, language));
  const names = sections.flatMap(({ lines }) => lines.flat());
  return {
    fields: Object.fromEntries(names.flatMap((name) => fieldAt(about, name) ?? []).map((field) => [field.name, field])),
    form: { open: 'modal', width: 520, sections },
  };
}

/** Whether the caller may read what the path leads to. */
function isReadable(
  ctx: TableContext,
  caller: Caller,
  model: Model,
  path: string,
  may: typeof mayRead = mayRead,
): boolean {
  const place = placeOf(ctx.models, model, path);
  return place !== undefined && isOpen(caller, place, may);
}

/** Whose manifest it is, of which table. */
interface About {
  readonly ctx: TableContext;
  readonly translate: Translate;
  readonly caller: Caller;
  readonly model: Model;
  readonly language: Language;
  readonly base: string;
}

function fieldAt(about: About, path: string): FieldManifest | undefined {
  const { ctx, translate, caller, model, language } = about;
  const place = placeOf(ctx.models, model, path);
  if (!place) return undefined;
  const { model: owner, field, steps } = place;
  const isOwn = steps.length === 0;
  const { kind, options } = field;
  const text = (label: Label): string => textOf(label, language);
  const readable = mayRead(caller, owner, field);
  const relation = relationOf(about, path, field);
  const isPlain = readable && (field.column !== null || field.sql !== undefined || kind.relation === 'many');
  return {
    name: path,
    kind: kind.kind,
    label: placeLabel(translate, place, language),
    ...(options.help === undefined ? {} : { help: text(options.help) }),
    ...(options.placeholder === undefined ? {} : { placeholder: text(options.placeholder) }),
    options: describeOptions(kind, options, text),
    required: options.required === true,
    default: (options.default ?? kind.empty ?? null) as Json,
    readable,
    writable: isOwn && mayWrite(caller, owner, field),
    ...(isOwn && mayWrite(caller, owner, field) && !isBulkEditable(field) && { single: true as const }),
    ...(kind.encrypted && { encrypted: true as const }),
    sortable:
      (isOwn ? mayOrder(caller, owner, field) : readable && !steps.some(({ many }) => many)) && isSortable(field),
    operators: isPlain && options.filter !== false ? (kind.operators as readonly Operator[]) : [],
    ...(options.width === undefined ? {} : { width: options.width }),
    ...(options.render === undefined ? {} : { render: options.render }),
    ...(field.when === undefined ? {} : { when: knownWhen(caller, owner, field.when) }),
    ...(field.shownOptions && { private: field.shownOptions }),
    ...(relation ? { relation } : {}),
  };
}

/** The condition without the names of fields that the caller has nothing to do with: for them these have no value. */
const knownWhen = (caller: Caller, owner: Model, when: Filter): Filter =>
  mapTree(when, (condition): Filter => {
    const field = owner.fields.get(condition.field)!;
    if (mayRead(caller, owner, field) || mayWrite(caller, owner, field)) return condition;
    return isShown({ when: condition }, {}) ? { and: [] } : { or: [] };
  });

function relationOf(
  { ctx, caller, base, language }: About,
  path: string,
  field: ModelField,
): RelationManifest | undefined {
  const other = field.to === undefined ? undefined : ctx.models.get(field.to);
  if (!other) return undefined;
  const mayFollow = !other.source && caller.may(`${other.path}/index`);
  const { rowLabel } = other.definition;
  return {
    // No row has an object of a name with dots: rows carry no relations of relations.
    name: path.slice(0, path.length - field.name.length) + relatedKeyOf(field)!,
    ...(mayFollow && { follow: relationName(field)! }),
    ...(mayFollow && other.definition.page !== false && { path: other.path }),
    api: `${base}/${other.controller}/`,
    title: other.title,
    tree: other.traits.has('tree'),
    ...(other.definition.levels && {
      levels: { type: other.definition.levels.type, depth: other.definition.levels.depth ?? 2 },
    }),
    selectable: maySelect(ctx, caller, other),
    ...(!other.source &&
      isAllowed(caller, other, 'add') && {
        create: other.path,
        ...(rowLabel !== undefined && { rowLabel: textOf(rowLabel, language) }),
      }),
  };
}

/** Everything that the caller may read of a row, in the sections of the form, and what is in none of them. */
function recordOf(caller: Caller, model: Model, text: (label: Label) => string): Manifest['record'] {
  const sections = sectionsOf(caller, model, text, mayRead);
  const more = otherFields(
    model,
    sections.flatMap(({ lines }) => lines.flat()),
  ).filter((field) => mayRead(caller, model, field));
  return { sections, more: more.map(({ name }) => name) };
}

/** Lists of other tables that a row of this one narrows, in the order of the tables. */
function childrenOf({ ctx, translate, caller, model, language }: About): ChildManifest[] {
  return [...ctx.models.values()]
    .filter((other) => other !== model && !other.source && isAllowed(caller, other, 'index'))
    .flatMap((other) =>
      [...other.fields.values()]
        .filter(
          (field) =>
            field.to === model.name &&
            field.kind.relation === 'one' &&
            field.options.filter !== false &&
            mayRead(caller, other, field),
        )
        .map((field) => ({
          path: other.path,
          label: textOf(other.label, language),
          field: field.name,
          fieldLabel: labelOf(translate, field, language),
        })),
    );
}

/** Tables whose rows the caller may list as lines of a row of this one. */
function linesFor({ ctx, caller, model, language }: About): LinesManifest[] {
  return openLines(ctx, caller, model).map(({ model: other, by, fields, totals, most }) => {
    const shown = (name: string, may = mayRead): boolean => may(caller, other, other.fields.get(name)!);
    return {
      table: other.name,
      path: other.path,
      label: textOf(other.label, language),
      field: by.name,
      columns: fields.filter((name) => shown(name) || shown(name, mayWrite)),
      totals: totals.filter((name) => shown(name)),
      computed: Object.fromEntries(
        fields
          .filter((name) => shown(name))
          .flatMap((name) => {
            const { kind, options } = other.fields.get(name)!;
            const { sql = '' } = kind.expression?.(options) ?? {};
            // It says the names of its columns.
            const isKnown = arithmeticOf(sql)?.columns.every((column) => fields.includes(column) && shown(column));
            return isKnown ? [[name, sql]] : [];
          }),
      ),
      most,
    };
  });
}

type Line = string | readonly string[];

/** Whether a form shows the field: as an input or as a value. */
const mayUse: typeof mayWrite = (caller, model, field) =>
  mayWrite(caller, model, field) || mayRead(caller, model, field);

/** The lines of the form as far as the caller may write them, or read what the file names; with another `may`, those of a record. */
function sectionsOf(
  caller: Caller,
  model: Model,
  text: (label: Label) => string,
  may: typeof mayWrite = mayUse,
): FormSectionManifest[] {
  const namesOf = (allowed: typeof mayWrite): string[] =>
    [...model.fields.values()].filter((field) => allowed(caller, model, field)).map(({ name }) => name);
  const open = namesOf(may);
  const layout = (model.definition.form?.layout ?? namesOf(mayWrite)) as NonNullable<
    FormDefinition<FieldMap>['layout']
  >;
  const sections: { label: string | null; lines: Line[]; tab?: true }[] = [];
  for (const each of layout) {
    if (typeof each === 'object' && 'section' in each)
      sections.push({
        label: text(each.section),
        lines: [...(each.fields as readonly Line[])],
        ...(each.tab && { tab: true }),
      });
    else if (sections.at(-1)?.label === null) sections.at(-1)!.lines.push(each as Line);
    else sections.push({ label: null, lines: [each as Line] });
  }
  return sections
    .map(({ lines, ...section }) => ({
      ...section,
      lines: lines.map((line) => [line].flat().filter((name) => open.includes(name))).filter((line) => line.length > 0),
    }))
    .filter(({ lines }) => lines.length > 0);
}
