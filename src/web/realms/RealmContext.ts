import { createContext, useContext } from 'react';
import { adminRealm } from './admin.ts';
import type { Realm } from './realm.ts';

const RealmContext = createContext<Realm>(adminRealm);
export const RealmProvider = RealmContext.Provider;
/** The realm whose pages these are. */
export const useRealm = (): Realm => useContext(RealmContext);
