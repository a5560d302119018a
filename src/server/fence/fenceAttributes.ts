import type { Json } from '#resource';
import type { AttributeSearch, ServerPlugin } from '#plugin';
import { TimeLimitError, within } from '../shared/timeLimit.ts';
import type { Attribute } from '../realms/attributes.ts';
import { runAs, runAsServer, runInTransaction } from './owner.ts';
import type { Failures } from './failures.ts';

/** Milliseconds for which an attribute that took too long is not looked for: everybody whose it is would wait. */
const probation = 30_000;

interface AttributeFence {
  readonly owner: string;
  readonly failures: Failures;
  /** Milliseconds to find it. */
  readonly limit: number;
}

type Declared = NonNullable<ServerPlugin['attributes']>[number];
/** Attributes are known by name at run time only; the types are those of the plugins. */
interface Untyped extends Pick<Attribute, 'name' | 'tables'>, Partial<Pick<Attribute, 'realms'>> {
  find(search: AttributeSearch): unknown;
}

/** An attribute that throws, hangs or finds what is no value is named, and keeps nobody waiting again and again. */
export function fencedAttribute({ owner, failures, limit }: AttributeFence, declared: Declared): Attribute {
  const { name, realms = ['admin'], tables, find } = declared as unknown as Untyped;
  let lateUntil = -Infinity;
  const run = (search: AttributeSearch, isWriting: boolean): Promise<unknown> => {
    const job = async (): Promise<unknown> => within(limit, () => find.call(declared, outside(search)) as never);
    return isWriting ? runInTransaction(owner, job, limit) : runAs(owner, job);
  };
  return {
    name,
    realms,
    tables,
    async find(search, isWriting) {
      try {
        if (performance.now() < lateUntil) throw new Error('took too long before; it is looked for again in a while');
        return assertValue(await run(search, isWriting));
      } catch (error) {
        if (error instanceof TimeLimitError) lateUntil = performance.now() + probation;
        // Not what was thrown: a refusal would be taken for one of the request's own.
        const failure = new Error(`could not be found: ${(error as Error)?.message ?? String(error)}`, {
          cause: error,
        });
        failures.attribute(owner, `the attribute ${name}`, failure);
        failures.contain(failure);
        throw failure;
      }
    },
  };
}

const outside = ({ caller, rows }: AttributeSearch): AttributeSearch => ({
  caller,
  rows(name) {
    const { list, get, count } = rows(name);
    return {
      list: (...input) => runAsServer(() => list(...input)),
      get: (...input) => runAsServer(() => get(...input)),
      count: (...input) => runAsServer(() => count(...input)),
    };
  },
});

/** What rules can compare with: a number, a text, a yes or no, or a list of them. */
function assertValue(found: unknown): Json {
  if (found === undefined || found === null) return null;
  const isPlain = (value: unknown): boolean =>
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
  if (isPlain(found) || (Array.isArray(found) && found.every(isPlain))) return found as Json;
  throw new Error('its value must be a number, a text, a yes or no, or a list of them');
}
