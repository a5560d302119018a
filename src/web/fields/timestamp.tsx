import { datetimeView } from './datetime.tsx';
import type { FieldView } from './view.ts';

export const timestampView: FieldView = datetimeView;
