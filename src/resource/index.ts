/** The resource language: what a file in `resources/` needs. */
export { action } from './actions/action.ts';
export type { Action, ActionCall, ActionDefinition, ActionPlace, ActionScope, FormValues } from './actions/action.ts';
export type { Actor, AttributeName, Caller, CallerAttributes, RealmName, Realms, Visitor } from './caller.ts';
export { densities, knownColumns, noChoice, soundChoice, widthLimits, withinLimits } from './columnChoice.ts';
export type { ColumnChoice, Pin } from './columnChoice.ts';
export { checkNodes, checkRelations } from './checkRelations.ts';
export { checkRoute } from './checkRoute.ts';
export { checkMenuEntry, checkPluginShape } from './checkShapes.ts';
export type { Enqueue, EnqueueInput, EnqueueOptions, JobOf } from './enqueue.ts';
export { extend, extended } from './extension.ts';
export type { Hooks } from './hooks.ts';
export type { ExtendedTable } from './extension.ts';
export type { Extension, ExtensionDefinition, OwnedExtension } from './extensionDefinition.ts';
export { arithmeticOf } from './expression/arithmetic.ts';
export type { Arithmetic } from './expression/arithmetic.ts';
export type { SqlParts } from './expression/expression.ts';
export { convertRaw, convertWire, meaningless, unreadable } from './conversion/convertValue.ts';
export type { Conversion, Converted, Reason } from './conversion/convertValue.ts';
export { encodingOf, encodingText, isSameEncoding, unknownEncoding } from './conversion/encoding.ts';
export type { Encoding } from './encoding.ts';
export { factOf, wireOf } from './conversion/fact.ts';
export { encryptedKind, isStoredAlike } from './encrypted.ts';
export type { FieldSealer } from './encrypted.ts';
export { accept, declaring, field, fieldKind, holdsSeveral, refuse } from './field.ts';
export type {
  AnyField,
  AnyKind,
  Bound,
  Column,
  Declares,
  Field,
  FieldKind,
  FieldMap,
  FieldOptions,
  Json,
  Only,
  Parsed,
  PrivateOptions,
  SqlValue,
  Words,
} from './field.ts';
export { builtInKinds, f, kindOf } from './fields/index.ts';
export { bindFilter, bindOwn, parsedOperand } from './filter/bindFilter.ts';
export type { BoundCondition, BoundFilter } from './filter/bindFilter.ts';
export { conditionsIn, mapTree } from './filter/filter.ts';
export type { FieldCondition, Filter, Tree } from './filter/filter.ts';
export { looksIntoNumber } from './filter/numberText.ts';
export { matches } from './filter/matches.ts';
export type { Matching } from './filter/matches.ts';
export { listOf, oppositeOf, shown, withEnds } from './filter/operands.ts';
export { countedPeriod, namedPeriods, periodEnds, periodUnits } from './filter/period.ts';
export type { CountedPeriod, PeriodUnit } from './filter/period.ts';
export { placeOf } from './filter/place.ts';
export { relatedKeyOf, relationName } from './filter/relationName.ts';
export type { Place, Step } from './filter/place.ts';
export { readFilter } from './filter/readFilter.ts';
export { searchFilter, whenFilter, whereFilter } from './filter/shorthand.ts';
export { dateTimeText, secondsOf } from './dateText.ts';
export { sizeText } from './sizeText.ts';
export { isEmpty } from './isEmpty.ts';
export { isVisible } from './isVisible.ts';
export { isShown } from './isShown.ts';
export type { NoticeUndo } from './noticeUndo.ts';
export type { BulkReport, LeftRow, UndoReport } from './bulkReport.ts';
export type { ChangedRow, ValueChange } from './changedRow.ts';
export { isImportWorking, largestImport } from './importState.ts';
export type { ImportState, ImportStep } from './importState.ts';
export { known } from './known.ts';
export { lineOf } from './lineOf.ts';
export { linesOf } from './lines.ts';
export type { Lines } from './lines.ts';
export type { LinesDefinition } from './linesDefinition.ts';
export {
  defaultLanguage,
  eachLanguage,
  nameInWords,
  languageNames,
  languageOf,
  languages,
  textOf,
  writtenLanguages,
} from './label.ts';
export type { Label, Language } from './label.ts';
export type {
  ActionManifest,
  FieldManifest,
  FormLine,
  ChildManifest,
  FormSectionManifest,
  Manifest,
  LevelsManifest,
  LinesManifest,
  RelationManifest,
  ViewManifest,
} from './manifest.ts';
export { Misdeclared } from './shape.ts';
export { behind, mistakesIn } from './together.ts';
export { normalized } from './normalized.ts';
export { modelOf, ordersOf } from './model.ts';
export type { Model, Order, TableAction, View } from './model.ts';
export type { ModelField } from './modelField.ts';
export { nearest, stepsBetween, suggestion } from './nearest.ts';
export { namingChoices } from './namingChoices.ts';
export { operatorOf, operators, operatorsFor } from './operators.ts';
export type { Operator } from './operators.ts';
export { describeOptions, loadValue, parseField, parseOperand, storeValue, textOfValue } from './parseField.ts';
export { flagIn, numberIn } from './parameters.ts';
export { Code, Invalid, namesItself, Problem } from './problem.ts';
export type { CodeValue, Message, ProblemOptions } from './problem.ts';
export type {
  BuiltInAction,
  DashboardCard,
  FieldErrors,
  FormDefinition,
  FormSection,
  Levels,
  GenericAction,
  ListDefinition,
  MenuGroup,
  Resource,
  ResourceDefinition,
  RealmAccess,
} from './resource.ts';
export type { RowRule } from './rowRule.ts';
export type { HookContext, Rows, TransactionRows } from './rows.ts';
export type { RestorePreview } from './restorePreview.ts';
export { richTextRules } from './richTextRules.ts';
export { longestViewName, readViewState, viewSharings } from './savedView.ts';
export type { SavedView, SavedViews, ViewSharing, ViewState } from './savedView.ts';
export { settings, settingsModel, settingsPath, settingsTestForm } from './settings.ts';
export type {
  Settings,
  SettingsDefinition,
  SettingsGroup,
  SettingsGroups,
  SettingsName,
  SettingsOf,
  SettingsTest,
  SettingsTestCall,
  SettingValues,
} from './settings.ts';
export { table } from './table.ts';
export type { MoneyOptions } from './fields/money.ts';
export type { Table, TableOptions } from './table.ts';
export { builtInTraits } from './traits/index.ts';
export type { Traits } from './traits/index.ts';
export { trait } from './traits/trait.ts';
export type { Trait, TraitDefinition, TraitView } from './traits/trait.ts';
export { textShown, translationIn } from './translated.ts';
export {
  findTimeZone,
  secondsAt,
  setTimeZone,
  timeZone,
  timeZoneNamed,
  wallClockAt,
  type TimeZone,
} from './timeZone.ts';
export type * from './types.ts';
export { scaledText } from './fields/readScaled.ts';
