import { Button } from 'antd';
import { useId, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import type { Filter, Manifest } from '#resource';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { Overlay } from '../components/Overlay.tsx';
import type { ListRow } from '../fields/view.ts';
import { lazyPart } from '../loading/lazyPart.tsx';
import { useRealm } from '../realms/RealmContext.ts';
import { PageHeading } from '../components/PageHeading.tsx';
import { useMedia } from '../settings/useMedia.ts';
import { useText } from '../settings/useText.ts';
import type { RowsCall } from './actions/listAction.ts';
import { callOf } from './actions/own.tsx';
import { EmptyList } from './EmptyList.tsx';
import { layoutsOf } from './layouts.ts';
import { savedViewAt } from './listBase.ts';
import { listQueryOf, type Matching } from './listCall.ts';
import { ListDialogs } from './ListDialogs.tsx';
import { isFiltered, isNarrowed, unfiltered } from './listFilters.ts';
import { ListNotes } from './ListNotes.tsx';
import { ListPages } from './ListPages.tsx';
import { isDragOrder, isNarrow, maySort } from './listParts.ts';
import { ListRows } from './ListRows.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { readOrder } from './listState.ts';
import { Toolbar } from './Toolbar.tsx';
import { viewLook } from './traits/index.tsx';
import { inSight, matchesIn } from './treeRows.ts';
import { useAllowed } from './useAllowed.ts';
import { useAskedReport } from './useAskedReport.ts';
import { useColumnChoice } from './useColumnChoice.ts';
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts';
import { useListDialogs } from './useListDialogs.ts';
import { useListKeys } from './useListKeys.ts';
import { useLiveRows } from './useLiveRows.ts';
import { useListState } from './useListState.ts';
import { useRowActions } from './useRowActions.ts';
import { useRows } from './useRows.ts';
import { useSorting } from './useSorting.ts';
import { useStepBack } from './useStepBack.ts';
import { useTicked } from './useTicked.ts';
import { useUnfolding } from './useUnfolding.ts';

const SelectionBar = lazyPart(async () => (await import('./SelectionBar.tsx')).SelectionBar);

interface Props {
  readonly manifest: Manifest;
  /** What must hold of every row besides, whatever people look for. */
  readonly fixed?: readonly Filter[];
  /** What the list shows does not stand in the address: other lists may be on the page. */
  readonly isOwn?: boolean;
  /** What the page has above the rows, beside the list's own buttons. */
  readonly tools?: ReactNode;
  readonly onSaved?: (row: ListRow) => void;
}

/** The list of a manifest with all that opens from it. */
export function ListView({ manifest: served, fixed = [], isOwn = false, tools, onSaved }: Props) {
  const text = useText();
  const manifest = useAllowed(served);
  const phone = useMedia('(max-width: 767px)');
  const filterId = useId();
  const [state, change] = useListState(manifest, isOwn);
  const columns = useColumnChoice(manifest, savedViewAt(manifest, state.saved));
  const wanted = { ...state, filter: [...fixed, ...state.filter] };
  const found = useLiveRows(manifest, wanted, columns.asked, useRows(manifest, wanted, columns.asked, columns.isKnown));
  const actions = useRowActions(manifest);
  const sorting = useSorting(manifest, found.rows, actions.refresh);
  const { rows } = sorting;
  const listed = `${state.view} ${state.quickSearch} ${JSON.stringify(state.filter)}`;
  const selection = useTicked(listed, rows);
  const { ticked, tick: select } = selection;
  const selected = ticked.map(({ id }) => id);
  const realm = useRealm();
  // A tree comes whole; its own number is that of the rows at the top.
  const total = useMemo(
    () => (manifest.traits.tree ? matchesIn(rows).length : found.total),
    [manifest, rows, found.total],
  );
  const matching = selection.all ? { query: listQueryOf(realm, manifest, state, fixed), count: total } : undefined;
  const { unfolded, unfold, isUnfolded, toggleAll } = useUnfolding(
    rows,
    found,
    isFiltered(wanted) ? listed : undefined,
  );
  // On a phone the rows would be out of sight below it; chips say what holds.
  const [filterPanel, showFilter] = useState<'there' | 'opened' | undefined>(() =>
    state.filter.length > 0 && !state.saved && !isNarrow() ? 'there' : undefined,
  );
  const dialogs = useListDialogs(manifest.path);
  useAskedReport(dialogs, isOwn);
  useListKeys({ manifest, view: state.view, rows, selected, isOwn, onEdit: dialogs.edit });
  useStepBack(state, change, found);
  useLayoutEffect(() => {
    if (!found.isPending) globalThis.snapshot?.end();
  }, [found.isPending]);

  const ids = useMemo(() => inSight(rows, unfolded), [rows, unfolded]);
  const keepFocus = useFocusAfterRemoval(ids);
  const done = (ids: readonly number[] = selected): void => {
    const gone = new Set(ids);
    select(selected.filter((id) => !gone.has(id)));
  };
  const act = async (call: RowsCall, ids: readonly number[], all?: Matching): Promise<void> => {
    keepFocus(ids);
    const row = call.row ?? (all || ids.length > 1 ? undefined : ticked.find(({ id }) => id === ids[0]));
    if (call.form) dialogs.ask({ action: call.form, ids, matching: all, row, done: call.done });
    else if (await actions.run(call, ids, all)) done(ids);
  };
  const shared = {
    manifest,
    state,
    selected,
    onChange: change,
    onCall: (call: RowsCall, chosen: readonly number[]) => void act(call, chosen),
  };
  const shownView = manifest.views.find(({ name }) => name === state.view);
  const view = shownView && viewLook(shownView, manifest.label, text);
  const add = (): void => dialogs.edit([]);
  // Where nobody can add rows an action may make them.
  const maker = manifest.actions.includes('add') ? undefined : manifest.buttons.find(({ creates }) => creates);
  const make = (): void => maker && shared.onCall(callOf(maker, text('done.own', { action: maker.label })), []);
  // Since when rows are where they are: behind what they are called.
  const marks = shownView?.marks;
  const body = {
    ...shared,
    manifest: columns.manifest,
    rows,
    total: found.total,
    fetching: found.isFetching,
    shown: marks && !columns.shown.includes(marks) ? columns.shown.toSpliced(1, 0, marks) : columns.shown,
    unfolded,
    draggable: maySort(manifest) && state.view === undefined && isDragOrder(manifest, state),
    onSelect: select,
    onUnfold: unfold,
    onEdit: (id: number) => dialogs.edit([id]),
    onDuplicate: dialogs.duplicate,
    onHistory: dialogs.showHistory,
    empty: (
      <EmptyList
        manifest={manifest}
        state={state}
        none={view?.empty ?? manifest.list.empty ?? text('nothingYet')}
        onReset={() => change(unfiltered)}
        onAdd={manifest.actions.includes('add') ? add : maker && make}
        addLabel={maker?.label}
      />
    ),
  };
  const device = phone ? 'cards' : 'table';
  const layouts = layoutsOf(manifest);
  const layout = state.layout ?? device;
  // What could not be read anew stays as it was, unless the server refuses it.
  const isLost = found.error?.['code'] !== undefined || rows.length === 0;
  const isShown = !found.isPending && !(found.error && isLost);
  const isWhole = isShown && fixed.length === 0 && !isNarrowed(state) && found.total > 0;
  const selectionBar = selected.length > 0 && (
    <Overlay open={false}>
      <SelectionBar
        {...{ manifest, state, fixed }}
        ticked={ticked}
        count={matching?.count ?? selected.length}
        // Of other servers nobody knows whether they can; a tree is here whole.
        total={manifest.source || manifest.traits.tree ? undefined : found.total}
        busy={actions.busy}
        phone={phone}
        onAll={selection.tickAll}
        onClear={() => select([])}
        onEdit={dialogs.edit}
        onBulkEdit={() => dialogs.editAll(matching ? { matching } : { ids: selected })}
        onExport={(ids) => dialogs.exportRows(matching ? [] : ids)}
        onCall={(call, ids) => void act(call, ids, matching)}
      />
    </Overlay>
  );
  return (
    <>
      <Toolbar
        {...shared}
        phone={phone}
        columns={columns}
        heading={
          !isOwn && (
            <PageHeading label={manifest.label}>
              <span className="list-total">{isShown && text('recordCount', { count: total })}</span>
            </PageHeading>
          )
        }
        tools={tools}
        busy={actions.busy}
        fetching={found.isFetching}
        filterOpen={filterPanel !== undefined}
        filterId={filterId}
        unfolded={isUnfolded}
        onRefresh={found.refresh}
        onAdd={add}
        onEdit={dialogs.edit}
        onBulkEdit={nothing}
        onExport={dialogs.exportRows}
        onImport={() => dialogs.importRows({})}
        onFilter={() => showFilter(filterPanel ? undefined : 'opened')}
        onUnfold={toggleAll}
        layouts={layouts}
        layout={layout}
        onLayout={(name) => change({ layout: name === device ? undefined : name, page: state.page })}
      />
      {!phone && selectionBar}
      <ListNotes
        {...{ manifest, state, fixed, view, filterId }}
        tools={
          isWhole &&
          // Beside what ticked rows offer it would be taken for theirs.
          selected.length === 0 &&
          view?.Tools && (
            <Overlay open={false}>
              <view.Tools manifest={manifest} total={found.total} busy={actions.busy} onCall={shared.onCall} />
            </Overlay>
          )
        }
        filterPanel={filterPanel}
        total={found.isFetching || found.error ? undefined : total}
        onFilterMissing={() => showFilter(undefined)}
        onChange={change}
      />
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
      {isShown && <ListRows {...{ body, columns, ids, phone, device, layout, layouts, sorting }} />}
      <div role="status" className="visually-hidden">
        {selected.length > 0 && text('selectedCount', { count: matching?.count ?? selected.length })}
      </div>
      {phone && selectionBar}
      {isShown && !manifest.traits.tree && found.total > 0 && (
        <ListPages state={state} total={found.total} phone={phone} onChange={change} />
      )}
      <ListDialogs
        {...{ manifest, state, fixed, dialogs, onSaved }}
        shown={columns.shown}
        total={total}
        onRefresh={() => void actions.refresh()}
        onDone={done}
      />
    </>
  );
}

const nothing = (): void => {};
