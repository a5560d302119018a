import { Typography } from 'antd';
import type { CellProps } from '../view.ts';
import { browserName } from './browserName.ts';

/** A browser in words; all that it says of itself on hover, or where nothing of it is known. */
export function BrowserName({ value }: CellProps) {
  if (typeof value !== 'string') return null;
  return <span title={value}>{browserName(value) ?? value}</span>;
}

/** The same in a record, which has room for both. */
export function WholeBrowser(props: CellProps) {
  const isNamed = typeof props.value === 'string' && browserName(props.value) !== undefined;
  return (
    <>
      <BrowserName {...props} />
      {isNamed && (
        <Typography.Text type="secondary" style={{ display: 'block' }}>
          {String(props.value)}
        </Typography.Text>
      )}
    </>
  );
}
