import type { Caller } from '#resource';
import type { BookParts } from './bookParts.ts';
import type { Amount, Currency } from './currency.ts';

/** What administrators book by hand is in the security log. */
export function noteByHand(
  { host }: BookParts,
  caller: Caller,
  currency: Currency,
  entry: Readonly<Record<string, unknown>>,
): void {
  const [id, before, after] = [entry['id'] as number, entry['before'] as Amount, entry['after'] as Amount];
  const target = `${currency} of member ${String(entry['user_id'])}`;
  host.securityLog({ caller, outcome: 'success', target, detail: { entry: id, before, after } });
}
