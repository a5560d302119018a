import type { ExpressionType } from './expressionType.ts';

/** Functions that behave alike on both databases, with the types of what they take and give; `same` is any one type. */
export const functions: Readonly<
  Record<string, { takes: readonly (ExpressionType | 'same')[]; gives: ExpressionType | 'same'; more?: boolean }>
> = {
  ABS: { takes: ['number'], gives: 'number' },
  ROUND: { takes: ['number'], gives: 'number' },
  LENGTH: { takes: ['text'], gives: 'number' },
  TRIM: { takes: ['text'], gives: 'text' },
  REPLACE: { takes: ['text', 'text', 'text'], gives: 'text' },
  COALESCE: { takes: ['same', 'same'], gives: 'same', more: true },
  NULLIF: { takes: ['same', 'same'], gives: 'same' },
};
