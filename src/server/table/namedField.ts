import { Invalid, placeOf, Problem, type Caller, type Model } from '#resource';
import { placeLabel, type Translate } from './fieldLabel.ts';
import { isOpen, type Models } from './query/reference.ts';

interface Names {
  readonly models: Models;
  readonly translate: Translate;
}

/** The same error; a refusal that names a field by its path names it by its label, for whoever may read it. */
export function namingField({ models, translate }: Names, caller: Caller, model: Model, error: unknown): unknown {
  if (!(error instanceof Problem) || error instanceof Invalid) return error;
  const { key, params, options } = error;
  const place = typeof params['field'] === 'string' ? placeOf(models, model, params['field']) : undefined;
  if (!place || !isOpen(caller, place)) return error;
  return new Problem(key, { ...params, field: placeLabel(translate, place, caller.language) }, options);
}
