import { Code, Problem } from '#resource';
import type { Refusal } from '../shared/wire.ts';

/** What is somebody else's is not there. */
export const notFound = (): Problem => new Problem('rows:notFound', {}, { status: 404 });

/** A refusal that the page can do something about. */
export const needs = (key: string, data: Refusal, params: Record<string, unknown> = {}): Problem =>
  new Problem(key, params, { code: Code.failure, data });
