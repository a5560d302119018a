import { Tooltip, type TooltipProps } from 'antd';

/**
 * Says what a control is for while the mouse is over it. A finger only ever hits what lies below it: nothing is left
 * standing there.
 */
export function Hint(props: Pick<TooltipProps, 'title' | 'children'>) {
  return <Tooltip {...props} mouseEnterDelay={0.4} trigger={matchMedia('(hover: hover)').matches ? 'hover' : []} />;
}
