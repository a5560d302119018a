import { ColumnHeightOutlined, FilterOutlined, ReloadOutlined, VerticalAlignMiddleOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { Hint } from '../components/Hint.tsx';
import { Overlay } from '../components/Overlay.tsx';
import type { ListRow } from '../fields/view.ts';
import { ColumnChoice } from './ColumnChoice.tsx';
import { barActions } from './actions/index.ts';
import { BarButton } from './actions/buttons.tsx';
import type { BarProps, BarTool, ListAction } from './actions/listAction.ts';
import { conditionsOf } from './filterParts.ts';
import type { ListLayout } from './layouts.ts';
import { LayoutSwitch } from './listParts.ts';
import { notify } from '../messages/notify.ts';
import { mayFilter } from './listState.ts';
import { nameOf } from './nameOf.ts';
import type { ListState } from './listShape.ts';
import { QuickSearch } from './QuickSearch.tsx';
import { viewLook } from './traits/index.tsx';
import type { ListColumns } from './useColumnChoice.ts';
import { useText } from '../settings/useText.ts';
import { isOffered } from './withheld.ts';

export interface ToolbarProps extends BarProps {
  /** The rows of `selected`. */
  readonly ticked: readonly ListRow[];
  readonly state: ListState;
  readonly columns: ListColumns;
  readonly fetching: boolean;
  readonly filterOpen: boolean;
  /** Id of the filter panel that the button opens. */
  readonly filterId: string;
  readonly unfolded: boolean;
  /** What plugins show the list as. */
  readonly layouts: readonly ListLayout[];
  readonly layout: string;
  readonly onChange: (change: Partial<ListState>) => void;
  readonly onRefresh: () => void;
  readonly onFilter: () => void;
  readonly onUnfold: () => void;
  readonly onLayout: (name: string) => void;
}

/** The buttons above a list; what the caller may not do is absent. */
export function Toolbar(props: ToolbarProps) {
  const { manifest, state, phone, columns, onChange } = props;
  return (
    <Flex gap="small" wrap justify="space-between" className="list-toolbar">
      <Flex gap="small" wrap>
        {barActions(manifest, state.view).map((action) => (
          <ActionButton key={action.name} {...props} action={action} />
        ))}
      </Flex>
      <Flex gap="small" wrap={phone} className="list-toolbar-end">
        {manifest.quickSearch.length > 0 && (
          <QuickSearch
            fields={manifest.quickSearch}
            value={state.quickSearch}
            onChange={(quickSearch) => onChange({ quickSearch })}
          />
        )}
        {props.layouts.length > 0 && (
          <Overlay open={false}>
            <LayoutSwitch layouts={props.layouts} value={props.layout} onChange={props.onLayout} />
          </Overlay>
        )}
        <ViewButtons {...props} />
        {!phone && <ColumnChoice {...columns} own={manifest} />}
      </Flex>
    </Flex>
  );
}

/** The button of an action. With ticked rows it is for those that allow it, and says which ones it leaves out. */
function ActionButton({ action, ...props }: ToolbarProps & { readonly action: ListAction }) {
  const text = useText();
  const { manifest, ticked, busy, phone } = props;
  const { name, bar } = action;
  const left = action.ticked ? ticked.filter((row) => !isOffered(row, name)) : [];
  const selected = ticked.filter((row) => !left.includes(row)).map(({ id }) => id);
  const rows = left.map((row) => `“${nameOf(manifest, row)}”`).join(text('or'));
  const leftOut = left.length > 0 ? text('leftOut', { rows }) : undefined;
  const tool = bar!({ ...props, selected }, text);
  return (
    <BarButton
      tool={leftOut === undefined ? tool : saying(leftOut, tool)}
      leftOut={leftOut}
      disabled={action.ticked === true && (selected.length === 0 || (busy !== undefined && busy !== name))}
      busy={busy === name}
      short={phone}
    />
  );
}

/** Says it in the question, or as soon as the button is pressed. */
const saying = (leftOut: string, tool: BarTool): BarTool =>
  tool.asked
    ? { ...tool, asked: { ...tool.asked, about: `${tool.asked.about} ${leftOut}` } }
    : {
        ...tool,
        onClick: () => {
          notify.warning(leftOut);
          tool.onClick();
        },
      };

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
