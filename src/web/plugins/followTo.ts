import type { AccountMenuPlace } from './slots.ts';

/** Goes where an entry of a plugin leads: below the base of the realm, to a whole address, or to another site. */
export function followTo(to: string, { realm, navigate }: Pick<AccountMenuPlace, 'realm' | 'navigate'>): void {
  if (/^https?:/.test(to)) window.open(to, '_blank', 'noopener,noreferrer');
  else navigate(to.startsWith('/') ? to : `${realm.base}/${to}`);
}
