import { HolderOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useDragHandle } from './dragParts.ts';

/** What an entry of a list is dragged by. */
export function Grip({ label }: { readonly label: string }) {
  const { attributes, listeners, ref } = useDragHandle();
  return (
    <Button
      {...attributes}
      {...listeners}
      {...(ref && { ref })}
      type="text"
      size="small"
      className="drag-handle"
      aria-label={label}
      title={label}
      icon={<HolderOutlined aria-hidden />}
    />
  );
}
