import { Space } from 'antd';
import { rowActions } from './actions/index.ts';
import type { RowButtonProps } from './actions/listAction.ts';

export interface RowButtonsProps extends RowButtonProps {
  /** Of the list that the row is in. */
  readonly view: string | undefined;
  readonly draggable: boolean;
}

/** The buttons of one row, as far as the caller may use them. */
export function RowButtons({ view, draggable, ...props }: RowButtonsProps) {
  return (
    <Space.Compact size="small" className="row-buttons" onDoubleClick={(event) => event.stopPropagation()}>
      {rowActions(props.manifest, view, draggable).map(({ name, Row }) => Row && <Row key={name} {...props} />)}
    </Space.Compact>
  );
}
