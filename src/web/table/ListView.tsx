import { Alert, Button, Empty, Grid, Pagination } from 'antd';
import { Suspense, useEffect, useId, useMemo, useState, type ReactElement } from 'react';
import type { Filter, Manifest } from '#resource';
import { Boundary } from '../components/Boundary.tsx';
import { loadInputs } from '../fields/commonInputs.tsx';
import type { ListRow } from '../fields/view.ts';
import { lazyPart } from '../loading/lazyPart.tsx';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { isMissingPart } from '../loading/missingParts.ts';
import { onFirstUse } from '../loading/onFirstUse.ts';
import { Overlay } from '../components/Overlay.tsx';
import { useTabScope } from '../navigation/tabScope.ts';
import type { AskedAction } from './ActionForm.tsx';
import { takeDraft } from './drafts.ts';
import type { RowsCall } from './actions/listAction.ts';
import { listQueryOf, type Matching } from './listCall.ts';
import { layoutsOf } from './layouts.ts';
import { DragSort, isNarrow, ListBar, maySort, RowCards } from './listParts.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import { pageSizes, readOrder } from './listState.ts';
import type { ListState } from './listShape.ts';
import { nameOf } from './nameOf.ts';
import { RowsTable } from './RowsTable.tsx';
import { Toolbar } from './Toolbar.tsx';
import { viewLook } from './traits/index.tsx';
import { branchIds, flatten, inSight } from './treeRows.ts';
import { useAllowed } from './useAllowed.ts';
import { useColumnChoice } from './useColumnChoice.ts';
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts';
import { useListKeys } from './useListKeys.ts';
import { useLiveRows } from './useLiveRows.ts';
import { useListState } from './useListState.ts';
import { useReturningFocus } from './useReturningFocus.ts';
import { useRowActions } from './useRowActions.ts';
import { useRows } from './useRows.ts';
import { useSorting } from './useSorting.ts';
import { useTicked } from './useTicked.ts';
import type { Chosen } from './useBulkEdit.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { loadTexts } from '../settings/i18n.ts';
import { useText } from '../settings/useText.ts';

// Loaded when they are first wanted: rows are there sooner without them.
const loadForm = async () => (await Promise.all([import('./FormDialog.tsx'), loadInputs()]))[0];
const FormDialog = lazyPart(async () => (await loadForm()).FormDialog);
const FilterPanel = lazyPart(
  async () => (await Promise.all([import('./FilterPanel.tsx'), loadInputs(), loadTexts('filter')]))[0].FilterPanel,
);
const FilterChips = lazyPart(
  async () => (await Promise.all([import('./FilterChips.tsx'), loadTexts('filter')]))[0].FilterChips,
);
const ActionForm = lazyPart(async () => (await Promise.all([import('./ActionForm.tsx'), loadInputs()]))[0].ActionForm);
const ExportDialog = lazyPart(
  async () => (await Promise.all([import('./ExportDialog.tsx'), loadTexts('export')]))[0].ExportDialog,
);
const ImportDialog = lazyPart(
  async () => (await Promise.all([import('./import/ImportDialog.tsx'), loadTexts('import')]))[0].ImportDialog,
);
const BulkEditDialog = lazyPart(
  async () => (await Promise.all([import('./BulkEditDialog.tsx'), loadInputs()]))[0].BulkEditDialog,
);
const SelectionBar = lazyPart(async () => (await import('./SelectionBar.tsx')).SelectionBar);
const HistoryDrawer = lazyPart(async () => (await import('./HistoryDrawer.tsx')).HistoryDrawer);

interface Props {
  readonly manifest: Manifest;
  /** What must hold of every row besides, whatever people look for. */
  readonly fixed?: readonly Filter[];
  /** What the list shows does not stand in the address: other lists may be on the page. */
  readonly isOwn?: boolean;
  readonly onSaved?: (row: ListRow) => void;
}

/** The list of a manifest with all that opens from it. */
export function ListView({ manifest: served, fixed = [], isOwn = false, onSaved }: Props) {
  const text = useText();
  const manifest = useAllowed(served);
  const columns = useColumnChoice(manifest);
  const phone = Grid.useBreakpoint().md === false;
  const filterId = useId();
  const [state, change] = useListState(manifest, isOwn);
  const wanted = { ...state, filter: [...fixed, ...state.filter] };
  const found = useLiveRows(manifest, wanted, columns.asked, useRows(manifest, wanted, columns.asked, columns.isKnown));
  const actions = useRowActions(manifest);
  const { rows, move, refusalOf } = useSorting(manifest, state, found.rows, { refresh: actions.refresh, change });
  const selection = useTicked(`${state.view} ${state.quickSearch} ${JSON.stringify(state.filter)}`, rows);
  const { ticked, tick: select } = selection;
  const selected = ticked.map(({ id }) => id);
  const realm = useRealm();
  const matching = selection.all
    ? { query: listQueryOf(realm, manifest, state, fixed), count: found.total }
    : undefined;
  const clear = (): void => select([]);
  const [unfolded, unfold] = useState<readonly number[]>([]);
  // On a phone the rows would be out of sight below it; chips say what holds.
  const [filterOpen, setFilterOpen] = useState(() => state.filter.length > 0 && !isNarrow());
  const [draft, setDraft] = useState(() => takeDraft(manifest.path));
  const [editing, edit] = useReturningFocus<readonly number[]>(draft && (draft.id === undefined ? [] : [draft.id]));
  const [history, showHistory] = useReturningFocus<ListRow>();
  const [exported, exportRows] = useReturningFocus<readonly number[]>();
  const [importing, importRows] = useReturningFocus<true>();
  const [bulk, editAll] = useReturningFocus<Chosen>();
  const [asked, ask] = useReturningFocus<AskedAction>();
  useEffect(preloadForm, []);
  useListKeys({ manifest, view: state.view, rows, selected, isOwn, onEdit: edit });
  useStepBack(state, change, found);

  const ids = useMemo(() => inSight(rows, unfolded), [rows, unfolded]);
  const keepFocus = useFocusAfterRemoval(ids);
  const done = (ids: readonly number[]): void => {
    const gone = new Set(ids);
    select(selected.filter((id) => !gone.has(id)));
  };
  const act = async (call: RowsCall, ids: readonly number[], all?: Matching): Promise<void> => {
    keepFocus(ids);
    if (call.form) ask({ action: call.form, ids, matching: all, done: call.done });
    else if (await actions.run(call, ids, all)) done(ids);
  };
  const shared = {
    manifest,
    state,
    selected,
    onChange: change,
    onCall: (call: RowsCall, chosen: readonly number[]) => void act(call, chosen),
  };
  const closeForm = (): void => {
    setDraft(undefined);
    edit(undefined);
  };
  const draggable = maySort(manifest) && state.view === undefined;
  const shownView = manifest.views.find(({ name }) => name === state.view);
  const view = shownView && viewLook(shownView, manifest.label, text);
  const body = {
    ...shared,
    manifest: columns.manifest,
    rows,
    total: found.total,
    fetching: found.isFetching,
    shown: columns.shown,
    unfolded,
    draggable,
    onSelect: select,
    onUnfold: unfold,
    onEdit: (id: number) => edit([id]),
    onHistory: showHistory,
    empty: (
      <EmptyList
        state={state}
        none={view?.empty ?? text('nothingYet')}
        onReset={() => change(unfiltered)}
        onAdd={manifest.actions.includes('add') ? () => edit([]) : undefined}
      />
    ),
  };
  const device = phone ? 'cards' : 'table';
  const layouts = layoutsOf(manifest);
  const layout = state.layout ?? device;
  const Own = (layout === 'cards' || layout === 'table' ? layout : device) === 'cards' ? RowCards : RowsTable;
  const View = layouts.find(({ name }) => name === layout)?.View;
  const drawn = (draggable: boolean): ReactElement => {
    const own = <Own {...body} look={columns} draggable={draggable} />;
    return View ? <View {...body} draggable={draggable} instead={own} /> : own;
  };
  return (
    <>
      <Toolbar
        {...shared}
        phone={phone}
        columns={columns}
        busy={actions.busy}
        fetching={found.isFetching}
        filterOpen={filterOpen}
        filterId={filterId}
        unfolded={unfolded.length > 0}
        onRefresh={found.refresh}
        onAdd={() => edit([])}
        onEdit={edit}
        onBulkEdit={nothing}
        onExport={exportRows}
        onImport={() => importRows(true)}
        onFilter={() => setFilterOpen(!filterOpen)}
        onUnfold={() => unfold(unfolded.length > 0 ? [] : branchIds(rows))}
        layouts={layouts}
        layout={layout}
        onLayout={(name) => change({ layout: name === device ? undefined : name, page: state.page })}
      />
      {view && (
        <Alert
          type="warning"
          showIcon
          icon={view.icon}
          title={view.title}
          action={<Button onClick={() => change({ view: undefined })}>{text('leaveTrash')}</Button>}
        />
      )}
      {filterOpen && (
        <Overlay onMissing={() => setFilterOpen(false)}>
          <FilterPanel
            id={filterId}
            manifest={manifest}
            filter={state.filter}
            onChange={(filter) => change({ filter, unread: undefined })}
          />
        </Overlay>
      )}
      {state.filter.length > 0 && (
        <Overlay open={false} instead={<div className="chips-place" />}>
          <FilterChips
            manifest={manifest}
            filter={state.filter}
            onChange={(filter) => change({ filter, unread: undefined })}
          />
        </Overlay>
      )}
      {state.unknown.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={text('unknownInAddress', {
            names: state.unknown.map((name) => `“${name.slice(0, 60)}”`).join(text('or')),
          })}
          action={<Button onClick={() => change({})}>{text('gotIt')}</Button>}
        />
      )}
      {found.error && (
        <LoadFailed
          title={text('loadFailed')}
          reason={found.error.message}
          onRetry={found.refresh}
          more={
            isNarrowed(state) && (
              <Button onClick={() => change({ ...unfiltered, order: readOrder(manifest.list.order) })}>
                {text('showAllRows')}
              </Button>
            )
          }
        />
      )}
      {found.isPending && <ListSkeleton lines={state.limit} />}
      <div role="status" className="list-news">
        {found.news !== undefined && (
          <Button size="small" onClick={found.showNews}>
            {found.news > 0 ? text('news', { count: found.news }) : text('listChanged')}
          </Button>
        )}
      </div>
      {!found.error && !found.isPending && (
        <Suspense fallback={<ListSkeleton lines={state.limit} />}>
          {layout !== 'table' && <ListBar {...body} />}
          {maySort(manifest) ? (
            <Boundary fallback={({ error }) => withoutDragging(error, drawn(false))}>
              <DragSort
                ids={draggable ? ids : []}
                nameOf={(id) => nameOf(manifest, flatten(rows).find((row) => row.id === id) ?? { id })}
                refusalOf={refusalOf}
                onMove={(id, target) => void move(id, target)}
                sideways={layout !== 'table' && !(phone && Own === RowCards)}
              >
                {drawn(draggable)}
              </DragSort>
            </Boundary>
          ) : (
            drawn(draggable)
          )}
          {!manifest.traits.tree && found.total > 0 && (
            <Pages state={state} total={found.total} phone={phone} onChange={change} />
          )}
        </Suspense>
      )}
      <div role="status" className="visually-hidden">
        {selected.length > 0 && text('selectedCount', { count: matching?.count ?? selected.length })}
      </div>
      {selected.length > 0 && (
        <Overlay open={false}>
          <SelectionBar
            manifest={manifest}
            view={state.view}
            ticked={ticked}
            count={matching?.count ?? selected.length}
            // Of other servers nobody knows whether they can; a tree is here whole.
            total={manifest.source || manifest.traits.tree ? undefined : found.total}
            busy={actions.busy}
            phone={phone}
            onAll={selection.tickAll}
            onClear={clear}
            onEdit={edit}
            onBulkEdit={() => editAll(matching ? { matching } : { ids: selected })}
            onExport={(ids) => exportRows(matching ? [] : ids)}
            onCall={(call, ids) => void act(call, ids, matching)}
          />
        </Overlay>
      )}
      {bulk && (
        <Overlay onMissing={() => editAll(undefined)}>
          <BulkEditDialog
            manifest={manifest}
            chosen={bulk}
            onClose={() => editAll(undefined)}
            onChanged={() => {
              clear();
              void actions.refresh();
            }}
          />
        </Overlay>
      )}
      {editing && (
        <Overlay onMissing={closeForm}>
          <FormDialog
            manifest={manifest}
            ids={editing}
            draft={draft}
            onClose={closeForm}
            onSaved={(row) => {
              void actions.refresh();
              onSaved?.(row);
            }}
          />
        </Overlay>
      )}
      {asked && (
        <Overlay onMissing={() => ask(undefined)}>
          <ActionForm
            manifest={manifest}
            {...asked}
            onClose={() => ask(undefined)}
            onDone={() => {
              done(asked.ids);
              void actions.refresh();
            }}
          />
        </Overlay>
      )}
      {exported && (
        <Overlay onMissing={() => exportRows(undefined)}>
          <ExportDialog
            {...{ manifest, state, fixed, total: found.total, ids: exported }}
            onClose={() => exportRows(undefined)}
          />
        </Overlay>
      )}
      {importing && (
        <Overlay onMissing={() => importRows(undefined)}>
          <ImportDialog
            manifest={manifest}
            onDone={() => void actions.refresh()}
            onClose={() => importRows(undefined)}
          />
        </Overlay>
      )}
      {history && (
        <Overlay onMissing={() => showHistory(undefined)}>
          <HistoryDrawer manifest={manifest} row={history} onClose={() => showHistory(undefined)} />
        </Overlay>
      )}
    </>
  );
}

const nothing = (): void => {};

const unfiltered: Partial<ListState> = { filter: [], unread: undefined, quickSearch: '' };

const isNarrowed = ({ filter, unread, quickSearch, order }: ListState): boolean =>
  filter.length > 0 || unread !== undefined || quickSearch !== '' || order.some(({ field }) => field.includes('.'));

/** Rows that cannot be dragged are better than none. */
function withoutDragging(error: Error, rows: ReactElement): ReactElement {
  if (!isMissingPart(error)) throw error;
  return rows;
}

/** The form is there when it is wanted. */
const preloadForm = (): (() => void) => onFirstUse(() => FormDialog.preload());

/** When the last row of the last page is gone, the page before it is shown. */
function useStepBack(
  { page, limit }: ListState,
  change: (part: Partial<ListState>) => void,
  { rows, total, isFetching }: ReturnType<typeof useRows>,
): void {
  const last = Math.max(1, Math.ceil(total / limit));
  const { isShown } = useTabScope();
  const isBeyond = !isFetching && rows.length === 0 && page > last;
  useEffect(() => {
    if (isBeyond && isShown()) change({ page: last });
  }, [isBeyond, last, change, isShown]);
}

function EmptyList({
  state,
  none,
  onReset,
  onAdd,
}: {
  state: ListState;
  /** Said where nothing has been looked for. */
  none: string;
  onReset: () => void;
  onAdd: (() => void) | undefined;
}) {
  const text = useText();
  const isShort = isNarrowed(state);
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={isShort ? text('nothingFound') : none}>
      {isShort && <Button onClick={onReset}>{text('showAllRows')}</Button>}
      {!isShort && state.view === undefined && onAdd && (
        <Button type="primary" onClick={onAdd}>
          {text('addFirst')}
        </Button>
      )}
    </Empty>
  );
}

function Pages({
  state,
  total,
  phone,
  onChange,
}: {
  state: ListState;
  total: number;
  phone: boolean;
  onChange: (change: Partial<ListState>) => void;
}) {
  const text = useText();
  return (
    <Pagination
      className="list-pages"
      align="end"
      simple={phone}
      current={state.page}
      pageSize={state.limit}
      total={total}
      pageSizeOptions={pageSizes}
      showSizeChanger
      showQuickJumper={!phone && total > state.limit * 10}
      showTotal={phone ? undefined : (all, [from, to]) => text('totalOf', { from, to, total: all })}
      onChange={(page, limit) => onChange(limit === state.limit ? { page } : { page: 1, limit })}
    />
  );
}
