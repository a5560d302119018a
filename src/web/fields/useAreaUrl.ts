import { adminRealm } from '../realms/admin.ts';
import { useRealm } from '../realms/RealmContext.ts';

/** Where places are asked for: administrators have an address of their own (specification §7). */
export const useAreaUrl = (): string => (useRealm() === adminRealm ? '/admin/ajax/area' : '/api/ajax/area');
