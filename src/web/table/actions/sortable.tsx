import { HolderOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useDragHandle } from '../dragParts.ts';
import { nameOf } from '../nameOf.ts';
import { useText } from '../../settings/useText.ts';
import type { ListAction, RowProps } from './listAction.ts';

export const sortable: ListAction = { name: 'sortable', Handle: DragHandle };

function DragHandle({ manifest, row }: Pick<RowProps, 'manifest' | 'row'>) {
  const text = useText();
  const { ref, attributes, listeners } = useDragHandle();
  return (
    <Button
      type="text"
      size="small"
      className="drag-handle"
      icon={<HolderOutlined />}
      ref={ref}
      {...attributes}
      {...listeners}
      aria-label={text('drag', { row: nameOf(manifest, row) })}
      title={text('dragHint')}
    />
  );
}
