import type { CrudFilter } from '@refinedev/core';
import { useMemo, useRef, useEffect, type ReactNode } from 'react';
import type { Manifest } from '#resource';
import type { ListRow } from '../../fields/view.ts';
import { withActions } from '../../table/actions/index.ts';
import type { ListAction } from '../../table/actions/listAction.ts';
import { filterOfCrud } from '../../table/crudFilters.ts';
import { ListView } from '../../table/ListView.tsx';
import { nameOf } from '../../table/nameOf.ts';
import { useOwnManifest, type Wishes } from './ownManifest.ts';
import { WithManifest } from './WithManifest.tsx';
import '../../table/list.css';

/** A button of each row, after those of the table. */
export interface RowAction {
  readonly name: string;
  /** What it is called, in the user's language. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly danger?: boolean;
  /** Asked first. */
  readonly confirm?: string;
  readonly onClick: (row: ListRow) => unknown;
  /** The same for ticked rows: shows a button above the list, with `confirm` not asked. */
  readonly onTicked?: (ids: readonly number[]) => unknown;
}

export interface ResourceListProps extends Pick<Wishes, 'columns' | 'actions' | 'initialValues'> {
  /** The path of the table: `content/article`. */
  readonly resource: string;
  /** What holds of every row, whatever people look for besides: Refine's filters. */
  readonly filters?: readonly CrudFilter[];
  readonly rowActions?: readonly RowAction[];
  /** Whether search, order and page stand in the address of the page, which one list of it can have; false unless said otherwise. */
  readonly syncWithLocation?: boolean;
  /** What stands above the rows, beside the list's own buttons: buttons of the page. */
  readonly tools?: ReactNode;
  readonly onSaved?: (row: ListRow) => void;
}

/** The list of a table on a page of one's own, with search, filters, forms and all that one may do with its rows. */
export const ResourceList = (props: ResourceListProps) => (
  <WithManifest key={props.resource} resource={props.resource}>
    {(manifest) => <List {...props} manifest={manifest} />}
  </WithManifest>
);

function List({
  manifest: served,
  filters = [],
  rowActions = [],
  syncWithLocation = false,
  tools,
  onSaved,
  ...wishes
}: ResourceListProps & { manifest: Manifest }) {
  const wanted = useOwnManifest(served, wishes);
  const manifest = useRowActionsOfPage(wanted, rowActions);
  return (
    <div className="list-page">
      <ListView
        manifest={manifest}
        fixed={filters.map(filterOfCrud)}
        isOwn={!syncWithLocation}
        tools={tools}
        {...(onSaved && { onSaved })}
      />
    </div>
  );
}

/** Pages write their actions anew with each drawing; the list stays the same as long as these say the same. */
function useRowActionsOfPage(manifest: Manifest, actions: readonly RowAction[]): Manifest {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const said = JSON.stringify(
    actions.map(({ name, label, danger, confirm, onTicked }) => [name, label, danger, confirm, !onTicked]),
  );
  return useMemo(() => {
    const actionOf = (name: string): RowAction | undefined => latest.current.find((each) => each.name === name);
    return withActions(
      manifest,
      actions.map((each) => listActionOf(each, actionOf)),
    );
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [manifest, said]);
}

const listActionOf = (
  { name, label, icon, danger = false, confirm, onTicked }: RowAction,
  actionOf: (name: string) => RowAction | undefined,
): ListAction => ({
  name: `page ${name}`,
  row: ({ manifest, row }, text) => ({
    name: label,
    icon,
    danger,
    ...(confirm !== undefined && {
      asked: { question: confirm, about: text('rowNamed', { row: nameOf(manifest, row) }) },
    }),
    onClick: () => void actionOf(name)?.onClick(row),
  }),
  ...(onTicked && {
    ticked: true,
    bar: ({ selected }) => ({ name: label, icon, danger, onClick: () => void actionOf(name)?.onTicked?.(selected) }),
  }),
});
