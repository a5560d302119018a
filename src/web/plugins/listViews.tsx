import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { Label } from '#resource';
import { lazyPage } from '../loading/lazyPage.tsx';
import { addLayout } from '../table/layouts.ts';
import type { RowsProps } from '../table/rowsProps.ts';
import { claim } from './claims.ts';
import { Fence } from './Fence.tsx';
import { listCondition, type Condition } from './listCondition.ts';

/** What a list hands to a view: its rows, what is chosen, and what can be done with them. */
export type ListViewProps = RowsProps;

export interface ListViewOptions {
  /** In the address, as `layout=<name>`. */
  readonly name: string;
  readonly label: Label;
  readonly icon: ReactNode;
  /** The table; or whether a list has it, by what the list is drawn from. */
  readonly of: Condition;
  /** Fetched when it is first shown. */
  readonly load: () => Promise<{ default: ComponentType<ListViewProps> }>;
  /** Names of its message files. */
  readonly texts?: readonly string[];
}

/** Offers a view of rows; where it throws, the list is shown as it is without it. */
export function addListView(plugin: string, { name, label, icon, of, load, texts = [] }: ListViewOptions): void {
  if (!claim(plugin, `list view ${name}`)) return;
  const View = lazyPage(async () => (await load()).default, ...texts);
  const Fenced = ({ instead, ...props }: RowsProps & { readonly instead: ReactElement }) => (
    <Fence plugin={plugin} part="view" name={name} instead={instead}>
      <View {...props} />
    </Fence>
  );
  addLayout({
    name,
    label,
    icon,
    applies: listCondition(plugin, 'view', name, of),
    View: Object.assign(Fenced, { preload: View.preload }),
  });
}
