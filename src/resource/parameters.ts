import { shown } from './filter/operands.ts';
import { Problem } from './problem.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** A whole number of 0 or more among the parameters of a call; undefined where none was sent. Anything else is refused by its name. */
export function numberIn(parameters: Parameters, name: string): number | undefined {
  const input = parameters[name];
  if (isMissing(input)) return undefined;
  if (typeof input === 'object' || typeof input === 'boolean' || !/^\d{1,15}$/.test(String(input)))
    throw new Problem('rows:wrongNumber', { name, value: shown(input) });
  return Number(input);
}

/** A yes or no among the parameters of a call, as any client spells it: `1`, `0`, `true`, `false`; else `fallback` where none was sent. */
export function flagIn(parameters: Parameters, name: string, fallback: boolean): boolean {
  const input = parameters[name];
  if (isMissing(input)) return fallback;
  if (typeof input !== 'object') {
    if (['1', 'true'].includes(String(input))) return true;
    if (['0', 'false'].includes(String(input))) return false;
  }
  throw new Problem('rows:wrongFlag', { name, value: shown(input) });
}

const isMissing = (input: unknown): boolean => input === undefined || input === null || input === '';
