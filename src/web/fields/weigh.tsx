import { intView } from './int.tsx';
import type { FieldView } from './view.ts';

export const weighView: FieldView = { ...intView, width: 90 };
