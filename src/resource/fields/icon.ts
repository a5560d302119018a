import { accept, fieldKind, refuse, type FieldOptions } from '../field.ts';

/** The class of an icon, such as `fa fa-file-text-o`, `el-icon-User`, `iconfont icon-x` or `local-x`. */
export const icon = fieldKind<string, FieldOptions<string>, 'icon'>({
  kind: 'icon',
  ownOptions: [],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'text' }),
  operators: ['eq', 'ne', 'NULL', 'NOT NULL'],
  maxLength: () => 100,
  parse(input) {
    const text = typeof input === 'string' ? input.trim() : '';
    return text.length <= 100 && /^[A-Za-z][\w-]*(?: [A-Za-z][\w-]*){0,3}$/.test(text)
      ? accept(text)
      : refuse('validate:icon');
  },
});
