import { DeleteOutlined, DragOutlined, EditOutlined, HistoryOutlined, RollbackOutlined } from '@ant-design/icons';
import { Button, Space } from 'antd';
import type { ReactNode } from 'react';
import type { Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { Hint } from '../components/Hint.tsx';
import { useDragHandle } from './dragParts.ts';
import { nameOf } from './nameOf.ts';
import { Question } from './Question.tsx';
import type { RowAction } from './useRowActions.ts';
import { useText } from '../settings/useText.ts';

export interface RowButtonsProps {
  readonly manifest: Manifest;
  readonly row: ListRow;
  readonly trash: boolean;
  readonly draggable: boolean;
  readonly onEdit: (id: number) => void;
  readonly onHistory: (row: ListRow) => void;
  readonly onAction: (action: RowAction, ids: readonly number[]) => void;
}

/** The buttons of one row, as far as the caller may use them. */
export function RowButtons({ manifest, row, trash, draggable, onEdit, onHistory, onAction }: RowButtonsProps) {
  const text = useText();
  const may = (action: Manifest['actions'][number]): boolean => manifest.actions.includes(action);
  return (
    <Space.Compact size="small" className="row-buttons" onDoubleClick={(event) => event.stopPropagation()}>
      {!trash && draggable && may('sortable') && (
        <DragHandle name={text('drag', { row: nameOf(manifest, row) })} hint={text('dragHint')} />
      )}
      {!trash && may('edit') && <Tool name={text('edit')} icon={<EditOutlined />} onClick={() => onEdit(row.id)} />}
      {may('history') && <Tool name={text('history')} icon={<HistoryOutlined />} onClick={() => onHistory(row)} />}
      {trash && may('restore') && (
        <Tool name={text('restore')} icon={<RollbackOutlined />} onClick={() => onAction('restore', [row.id])} />
      )}
      {!trash && may('del') && (
        <Confirmed
          question={text('confirmDel', { count: 1 })}
          about={text(manifest.traits.trash ? 'rowToTrash' : 'rowNamed', { row: nameOf(manifest, row) })}
          name={text('del')}
          onConfirm={() => onAction('del', [row.id])}
        />
      )}
      {trash && may('destroy') && (
        <Confirmed
          question={text('confirmDestroy', { count: 1 })}
          about={text('rowNamed', { row: nameOf(manifest, row) })}
          name={text('destroy')}
          onConfirm={() => onAction('destroy', [row.id])}
        />
      )}
    </Space.Compact>
  );
}

function Tool({ name, icon, onClick }: { name: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Hint title={name}>
      <Button size="small" aria-label={name} icon={icon} onClick={onClick} />
    </Hint>
  );
}

function Confirmed({
  question,
  about,
  name,
  onConfirm,
}: {
  question: string;
  about: string;
  name: string;
  onConfirm: () => void;
}) {
  return (
    <Question title={question} about={about} name={name} onConfirm={onConfirm} placement="topRight">
      <Button size="small" danger aria-label={name} title={name} icon={<DeleteOutlined />} />
    </Question>
  );
}

function DragHandle({ name, hint }: { name: string; hint: string }) {
  const { ref, attributes, listeners } = useDragHandle();
  return (
    <Button
      size="small"
      className="drag-handle"
      icon={<DragOutlined />}
      ref={ref}
      {...attributes}
      {...listeners}
      aria-label={name}
      title={hint}
    />
  );
}
