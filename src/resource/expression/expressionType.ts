/** What an expression gives. */
export type ExpressionType = 'number' | 'text' | 'condition';
