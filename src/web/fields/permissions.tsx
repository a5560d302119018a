import { loadTexts } from '../settings/i18n.ts';
import { lazyInput } from './lazyInput.tsx';
import type { CellProps, FieldView, InputProps } from './view.ts';

const words = async () =>
  (await Promise.all([import('./permissions/PermissionWords.tsx'), loadTexts('permissions')]))[0];

/** Draws the rules that a group owns, in `render: 'permissions'`: of a tree of rules with `type` and `name`. */
export const permissionsView: Partial<FieldView> = {
  Cell: lazyInput<CellProps>(async () => (await words()).PermissionWords, 22),
  Whole: lazyInput<CellProps>(async () => (await words()).PermissionLines, 22),
  Input: lazyInput<InputProps>(
    async () =>
      (await Promise.all([import('./permissions/PermissionMatrix.tsx'), loadTexts('permissions')]))[0].PermissionMatrix,
    420,
  ),
  width: 150,
  group: true,
  wide: true,
};
