import { ColumnHeightOutlined, FilterOutlined, ReloadOutlined, VerticalAlignMiddleOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { Hint } from '../components/Hint.tsx';
import { Overlay } from '../components/Overlay.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import { barActions } from './actions/index.ts';
import { ActionButton } from './actions/ActionButton.tsx';
import type { BarProps } from './actions/listAction.ts';
import { conditionsOf } from './filterParts.ts';
import type { ListLayout } from './layouts.ts';
import { LayoutSwitch } from './listParts.ts';
import { mayFilter } from './listState.ts';
import type { ListState } from './listShape.ts';
import { QuickSearch } from './QuickSearch.tsx';
import { ViewMenu } from './views/ViewMenu.tsx';
import { viewLook } from './traits/index.tsx';
import type { ListColumns } from './useColumnChoice.ts';
import { useText } from '../settings/useText.ts';

export interface ToolbarProps extends Omit<BarProps, 'selected' | 'count'> {
  readonly state: ListState;
  readonly columns: ListColumns;
  readonly fetching: boolean;
  readonly filterOpen: boolean;
  /** Id of the filter panel that the button opens. */
  readonly filterId: string;
  readonly unfolded: boolean;
  /** Of the list: undefined where the page around it has a heading. */
  readonly heading: ReactNode;
  /** What the page around the list has above it, before the list's own buttons. */
  readonly tools: ReactNode;
  /** What plugins show the list as. */
  readonly layouts: readonly ListLayout[];
  readonly layout: string;
  readonly onChange: (change: Partial<ListState>) => void;
  readonly onRefresh: () => void;
  readonly onFilter: () => void;
  readonly onUnfold: () => void;
  readonly onLayout: (name: string) => void;
}

const none: readonly never[] = [];

/** The buttons above a list; what the caller may not do is absent. */
export function Toolbar(props: ToolbarProps) {
  const { manifest, state, phone, columns, onChange } = props;
  return (
    <Flex gap="small" wrap justify="space-between" className="list-toolbar">
      {props.heading}
      <Flex gap="small" wrap>
        {props.tools}
        {barActions(manifest, state.view).map((action) => (
          <ActionButton key={action.name} {...props} action={action} ticked={none} count={0} />
        ))}
      </Flex>
      <Flex gap="small" wrap={phone} className="list-toolbar-end">
        <ViewMenu {...{ manifest, state, columns, onChange }} filterId={props.filterId} />
        {manifest.quickSearch.length > 0 && (
          <QuickSearch
            fields={manifest.quickSearch}
            value={state.quickSearch}
            onChange={(quickSearch) => onChange({ quickSearch })}
          />
        )}
        {/* They go to the next line together. */}
        <Flex gap="small">
          {props.layouts.length > 0 && (
            <Overlay open={false}>
              <LayoutSwitch layouts={props.layouts} value={props.layout} onChange={props.onLayout} />
            </Overlay>
          )}
          <ViewButtons {...props} />
        </Flex>
        {!phone && <ColumnChoice {...columns} own={manifest} />}
      </Flex>
    </Flex>
  );
}

function ViewButtons({
  manifest,
  state,
  fetching,
  filterOpen,
  filterId,
  unfolded,
  onChange,
  onRefresh,
  onFilter,
  onUnfold,
}: ToolbarProps) {
  const text = useText();
  const { traits } = manifest;
  const filters = conditionsOf(state.filter).length;
  return (
    <Flex gap="small">
      <Tool name={text('refresh')} icon={<ReloadOutlined spin={fetching} />} onClick={onRefresh} />
      {traits.tree && (
        <Tool
          name={text(unfolded ? 'fold' : 'unfold')}
          icon={unfolded ? <VerticalAlignMiddleOutlined /> : <ColumnHeightOutlined />}
          pressed={unfolded}
          onClick={onUnfold}
        />
      )}
      {mayFilter(manifest) && (
        <span className="filter-button">
          <Tool
            name={text('filter')}
            icon={<FilterOutlined />}
            expanded={filterOpen}
            controls={filterId}
            onClick={onFilter}
          />
          {filters > 0 && <sup>{filters}</sup>}
        </span>
      )}
      {manifest.views.map((view) => {
        const { name, icon } = viewLook(view, manifest.label, text);
        const shown = state.view === view.name;
        return (
          <Tool
            key={view.name}
            name={name}
            icon={icon}
            pressed={shown}
            onClick={() => onChange({ view: shown ? undefined : view.name })}
          />
        );
      })}
    </Flex>
  );
}

interface ToolProps {
  name: string;
  icon: ReactNode;
  pressed?: boolean;
  expanded?: boolean;
  controls?: string;
  onClick: () => void;
}

function Tool({ name, icon, pressed, expanded, controls, onClick }: ToolProps) {
  const on = pressed || expanded;
  return (
    <Hint title={name}>
      <Button
        aria-label={name}
        aria-pressed={pressed}
        aria-expanded={expanded}
        aria-controls={expanded ? controls : undefined}
        type={on ? 'primary' : 'default'}
        ghost={on}
        icon={icon}
        onClick={onClick}
      />
    </Hint>
  );
}
