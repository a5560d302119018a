import { accept, field, fieldKind, refuse, type FieldOptions, type Only } from '../field.ts';

/** The class of an icon, such as `fa fa-file-text-o`, `el-icon-User`, `iconfont icon-x` or `local-x`. */
export const iconKind = fieldKind<string, FieldOptions<string>>({
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

export const icon = <const O extends FieldOptions<string>>(
  options: Only<O, FieldOptions<string>> = {} as Only<O, FieldOptions<string>>,
) => field<string, O, 'icon'>(iconKind, options);
