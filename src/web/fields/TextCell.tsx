import { Typography } from 'antd';
import { isBlank, type CellProps } from './view.ts';

export const dash = <span className="cell-empty">-</span>;

/** Any value as one line of text; what does not fit shows on hover. */
export function TextCell({ value }: CellProps) {
  if (isBlank(value)) return dash;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  return (
    <Typography.Text ellipsis={{ tooltip: text.length > 300 ? `${text.slice(0, 300)}…` : text }} className="cell-text">
      {text.slice(0, 300)}
    </Typography.Text>
  );
}
