import {
  ColumnHeightOutlined,
  DeleteOutlined,
  EditOutlined,
  FilterOutlined,
  PlusOutlined,
  ReloadOutlined,
  RestOutlined,
  RollbackOutlined,
  VerticalAlignMiddleOutlined,
} from '@ant-design/icons';
import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import type { Manifest } from '#resource';
import { Hint } from '../components/Hint.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import { conditionsOf } from './filterParts.ts';
import { mayFilter, maySeeTrash, type ListState } from './listState.ts';
import { Question } from './Question.tsx';
import { QuickSearch } from './QuickSearch.tsx';
import type { RowAction } from './useRowActions.ts';
import { useText } from '../settings/useText.ts';

export interface ToolbarProps {
  readonly manifest: Manifest;
  readonly state: ListState;
  readonly selected: readonly number[];
  readonly shown: readonly string[];
  readonly busy: boolean;
  readonly fetching: boolean;
  readonly filterOpen: boolean;
  /** Id of the filter panel that the button opens. */
  readonly filterId: string;
  readonly unfolded: boolean;
  readonly phone: boolean;
  readonly onChange: (change: Partial<ListState>) => void;
  readonly onRefresh: () => void;
  readonly onAdd: () => void;
  readonly onEdit: (ids: readonly number[]) => void;
  readonly onAction: (action: RowAction, ids: readonly number[]) => void;
  readonly onFilter: () => void;
  readonly onUnfold: () => void;
  readonly onHide: (hidden: readonly string[]) => void;
}

/** The buttons above a list; what the caller may not do is absent. */
export function Toolbar(props: ToolbarProps) {
  const { manifest, state, phone, shown, onChange, onHide } = props;
  return (
    <Flex gap="small" wrap justify="space-between" className="list-toolbar">
      <Flex gap="small" wrap>
        {state.trash ? <TrashButtons {...props} /> : <RowsButtons {...props} />}
      </Flex>
      <Flex gap="small" wrap={phone} className="list-toolbar-end">
        {manifest.quickSearch.length > 0 && (
          <QuickSearch
            fields={manifest.quickSearch}
            value={state.quickSearch}
            onChange={(quickSearch) => onChange({ quickSearch })}
          />
        )}
        <ViewButtons {...props} />
        {!phone && <ColumnChoice manifest={manifest} shown={shown} onHide={onHide} />}
      </Flex>
    </Flex>
  );
}

function RowsButtons({ manifest, selected, busy, phone, onAdd, onEdit, onAction }: ToolbarProps) {
  const text = useText();
  const may = (action: Manifest['actions'][number]): boolean => manifest.actions.includes(action);
  const few = selected.length === 0;
  const label = (key: string): ReactNode => (phone ? null : text(key));
  return (
    <>
      {may('add') && (
        <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
          {text('add')}
        </Button>
      )}
      {may('edit') && (
        <Button icon={<EditOutlined />} disabled={few} onClick={() => onEdit(selected)} aria-label={text('edit')}>
          {label('edit')}
        </Button>
      )}
      {may('del') && (
        <Question
          title={text('confirmDel', { count: selected.length })}
          about={text(manifest.traits.trash ? 'chosenToTrash' : 'chosen', { count: selected.length })}
          name={text('del')}
          disabled={few}
          onConfirm={() => onAction('del', selected)}
        >
          <Button danger icon={<DeleteOutlined />} disabled={few} loading={busy} aria-label={text('del')}>
            {label('del')}
          </Button>
        </Question>
      )}
    </>
  );
}

function TrashButtons({ manifest, selected, busy, onAction }: ToolbarProps) {
  const text = useText();
  const few = selected.length === 0;
  return (
    <>
      {manifest.actions.includes('restore') && (
        <Button
          type="primary"
          icon={<RollbackOutlined />}
          disabled={few}
          loading={busy}
          onClick={() => onAction('restore', selected)}
        >
          {text('restore')}
        </Button>
      )}
      {manifest.actions.includes('destroy') && (
        <Question
          title={text('confirmDestroy', { count: selected.length })}
          about={text('chosen', { count: selected.length })}
          name={text('destroy')}
          disabled={few}
          onConfirm={() => onAction('destroy', selected)}
        >
          <Button danger icon={<DeleteOutlined />} disabled={few} loading={busy}>
            {text('destroy')}
          </Button>
        </Question>
      )}
    </>
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
      {maySeeTrash(manifest) && (
        <Tool
          name={text('trash')}
          icon={<RestOutlined />}
          pressed={state.trash}
          onClick={() => onChange({ trash: !state.trash })}
        />
      )}
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
