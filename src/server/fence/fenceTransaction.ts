import type { PluginHost } from '#plugin';
import type { FieldMap, TransactionRows } from '#resource';
import { CallScope } from './callScope.ts';
import type { Failures } from './failures.ts';
import { limitedJob } from './limitedJob.ts';
import { runAsServer } from './owner.ts';

interface TransactionFence {
  readonly owner: string;
  readonly failures: Failures;
  /** Milliseconds for the work. */
  readonly limit: number;
}

/** The work of a transaction is the plugin's: it is named when it throws, does not end, or goes on after its end. */
export function fencedTransaction(
  { owner, failures, limit }: TransactionFence,
  host: PluginHost,
): PluginHost['transaction'] {
  const what = 'a transaction, which was rolled back';
  const limited = limitedJob({
    failures,
    limit,
    owner,
    throwing: what,
    late: what,
    refusal: 'rows:transactionTooSlow',
  });
  return (caller, work) =>
    runAsServer(() =>
      host.transaction(caller, (given) => {
        const scope = new CallScope('work that was given these rows', (error) =>
          failures.report(owner, 'a transaction that had ended', error),
        );
        const rows = (name: never, as?: typeof caller): TransactionRows<FieldMap> =>
          scope.fenced(given.rows(name, as) as TransactionRows<FieldMap>);
        return limited(scope, () => work({ ...given, rows: rows as never, enqueue: scope.enqueueOf(given.enqueue) }));
      }),
    );
}
