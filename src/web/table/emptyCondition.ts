import type { FieldManifest } from '#resource';
import { isList, isPresence, isRange, type Condition } from './listState.ts';

/** A filter that says nothing yet. */
export function emptyCondition(field: FieldManifest, operator = field.operators[0]!): Condition {
  return {
    field: field.name,
    operator,
    value: isPresence(operator) ? false : isRange(operator) ? [null, null] : isList(operator) ? [] : null,
  };
}
