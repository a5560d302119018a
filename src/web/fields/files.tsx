import { AddressesInput } from './commonInputs.tsx';
import { dash } from './cells.tsx';
import { UrlCell } from './url.tsx';
import { isBlank, type CellProps, type FieldView } from './view.ts';

function FilesCell(props: CellProps) {
  if (isBlank(props.value)) return dash;
  return (
    <span className="cell-files">
      {(props.value as string[]).map((address) => (
        <UrlCell key={address} {...props} value={address} />
      ))}
    </span>
  );
}

export const filesView: FieldView = { Cell: FilesCell, Input: AddressesInput, width: 220, group: true, wide: true };
