import type { FieldCondition, FieldManifest, Operator } from '#resource';
import { isList, isPeriod, isPresence, isRange } from './filterParts.ts';

/** A filter that says nothing yet. */
export function emptyCondition(field: FieldManifest, operator: Operator = field.operators[0]!): FieldCondition {
  return {
    field: field.name,
    operator,
    value: isPresence(operator) ? false : isRange(operator) ? [null, null] : isList(operator) ? [] : null,
  };
}

/** The condition by another operator; what was given stays where it makes sense to that one. */
export function withOperator(field: FieldManifest, condition: FieldCondition, operator: Operator): FieldCondition {
  const isSame = [isRange, isList, isPresence, isPeriod].every((form) => form(operator) === form(condition.operator));
  return { ...emptyCondition(field, operator), ...(isSame ? { value: condition.value } : {}) };
}
