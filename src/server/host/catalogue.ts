import type { Caller, Manifest } from '#resource';
import type { Gate } from '../table/gate.ts';

/** What the caller may know of all tables that they may do something with. `base` is that of their realm's addresses. */
export const catalogueOf = (gate: Gate, caller: Caller, base: string | undefined): Manifest[] =>
  [...gate.models.values()]
    .filter(({ definition }) => definition.page !== false && !definition.source)
    .filter((model) => [...model.actions.keys()].some((action) => caller.may(`${model.path}/${action}`)))
    .map((model) => gate.manifest(caller, model, caller.language, base))
    .filter(({ actions }) => actions.length > 0);
