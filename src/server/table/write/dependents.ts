import type { Model, ModelField } from '#resource';
import type { WriteContext } from './transaction.ts';

/** A field, and whose. */
export interface Dependent {
  readonly model: Model;
  readonly field: ModelField;
}

/** Fields of any table that refer to rows of this one. */
export function dependentsOf(ctx: WriteContext, model: Model): Dependent[] {
  return [...ctx.models.values()].flatMap((other) =>
    other.source
      ? []
      : [...other.fields.values()]
          .filter((field) => field.to === model.name && field.column !== null)
          .map((field) => ({ model: other, field })),
  );
}
