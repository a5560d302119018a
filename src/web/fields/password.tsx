import { PasswordInput } from './commonInputs.tsx';
import type { FieldView } from './view.ts';

export const passwordView: FieldView = { Cell: () => <span>••••••</span>, Input: PasswordInput, width: 100 };
