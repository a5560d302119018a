import { accept, fieldKind, refuse, type FieldOptions, type Parsed } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { textOperand } from './textOperand.ts';

export interface MobileOptions extends FieldOptions<string> {
  /** Takes numbers of every country and keeps them as `+8613800138000`. Default: eleven digits of mainland China. */
  international?: boolean;
}

/** A mobile number. Spaces, hyphens and brackets that people write between the digits are dropped. */
export const mobile = fieldKind<string, MobileOptions, 'mobile'>({
  kind: 'mobile',
  ownOptions: ['international'],
  column: () => ({ type: 'text' }),
  encoding: ({ international = false }) => ({ as: 'text', options: { international } }),
  operators: operatorsFor.text,
  searchable: true,
  clientRule: true,
  maxLength: () => 20,
  parse: readMobile,
  operand: textOperand(readMobile),
});

function readMobile(input: unknown, { international = false }: MobileOptions): Parsed<string> {
  const text = typeof input === 'string' || typeof input === 'number' ? String(input) : '';
  const digits = text.length <= 40 ? text.replace(/[\s()-]/g, '') : '';
  const mainland = /^(?:\+86)?(1[3-9]\d{9})$/.exec(digits)?.[1];
  if (mainland) return accept(international ? `+86${mainland}` : mainland);
  return international && /^\+(?!86)[1-9]\d{6,14}$/.test(digits) ? accept(digits) : refuse('validate:mobile');
}
