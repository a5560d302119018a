import { linesOf, type Caller, type Lines, type Model } from '#resource';
import { mayRead } from './fieldAccess.ts';
import type { TableContext } from './query/scope.ts';
import { isAllowed } from './read.ts';

/** The lines of a table's rows that the caller may list. */
export const openLines = ({ models }: Pick<TableContext, 'models'>, caller: Caller, model: Model): Lines[] =>
  linesOf(models, model).filter(
    ({ model: lines, by }) => isAllowed(caller, lines, 'index') && mayRead(caller, lines, by),
  );
