import { LineInput } from './commonInputs.tsx';
import { UrlCell } from './url.tsx';
import type { FieldView } from './view.ts';

export const fileView: FieldView = { Cell: UrlCell, Input: (props) => <LineInput {...props} inputMode="url" />, width: 200 };
