import { LinkOutlined } from '@ant-design/icons';
import { LineInput } from './commonInputs.tsx';
import { dash } from './cells.tsx';
import { safeAddress } from './safeAddress.ts';
import { isBlank, plainText, type CellProps, type FieldView } from './view.ts';

export function UrlCell({ value }: CellProps) {
  if (isBlank(value)) return dash;
  const href = safeAddress(value);
  if (!href) return <span className="cell-text">{String(value as string)}</span>;
  return (
    <a className="cell-link" href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
      <LinkOutlined aria-hidden /> {href.replace(/^https?:\/\//, '')}
    </a>
  );
}

export const urlView: FieldView = {
  Cell: UrlCell,
  Input: (props) => <LineInput {...props} inputMode="url" />,
  width: 180,
  textOf: plainText,
};
