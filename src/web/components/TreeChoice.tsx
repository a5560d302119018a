import { TreeSelect, type TreeSelectProps } from 'antd';
import { useId } from 'react';

/** antd's choice from a tree. Its input names what it has opened by an id, which nothing has there until it is given one. */
export function TreeChoice<Value>(props: TreeSelectProps<Value>) {
  const own = useId();
  const id = props.id ?? own;
  return <TreeSelect {...props} id={id} popupRender={(tree) => <div id={`${id}_list`}>{tree}</div>} />;
}
