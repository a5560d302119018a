import { FileAddressInput } from './commonInputs.tsx';
import { UrlCell } from './url.tsx';
import type { FieldView } from './view.ts';

export const fileView: FieldView = { Cell: UrlCell, Input: FileAddressInput, width: 200 };
