import type { RealmSession } from './realm.ts';
import { forget, readStored, store, storedKeys } from '../settings/storage.ts';

/** Who is signed in to a realm, as it is stored (specification §3). */
export interface Identity {
  readonly id: number;
  readonly username: string;
  readonly nickname?: string;
  readonly avatar?: string;
  readonly position?: string;
  readonly column?: readonly string[];
  readonly token: string;
  /** Empty when the session is not to be kept. */
  readonly refreshToken: string;
  readonly super?: boolean;
  /** Who is signed in as this person: their own session, to go back to. */
  readonly actor?: Identity;
}

/** Under which it is kept what pages asked the server for (http/pageCalls.ts). */
export const pageCallsKey = ({ identityKey }: RealmSession): string => `pageCalls:${identityKey}`;

/** How the keys begin under which it is kept what lists looked like (table/keepSnapshot.ts); their address follows. */
export const snapshotsKey = ({ identityKey }: RealmSession): string => `snapshot:${identityKey}:`;

/** Under which it is kept what a person's open pages are called (layout/tabs/keptNames.ts). */
export const pageNamesKey = (person: string): string => `pageNames:${person}`;

/** The stored identity; none when there is no whole one. */
export function readIdentity({ identityKey }: RealmSession): Identity | undefined {
  try {
    const stored = JSON.parse(readStored(identityKey) ?? 'null') as Partial<Identity> | null;
    return typeof stored?.id === 'number' && typeof stored.token === 'string' && stored.token !== ''
      ? (stored as Identity)
      : undefined;
  } catch {
    return undefined;
  }
}

export function writeIdentity(realm: RealmSession, identity: Identity): void {
  // Whoever comes next on this device finds nothing of the rows of who was here.
  if (readIdentity(realm)?.id !== identity.id) forgetBelow(snapshotsKey(realm));
  store(realm.identityKey, JSON.stringify(identity));
  tell();
}
/** From now on this browser is signed in as somebody else, and keeps who it was; nobody acts through another. */
export function beginActing(realm: RealmSession, identity: Identity): void {
  const before = readIdentity(realm);
  if (before) writeIdentity(realm, { ...identity, actor: before.actor ?? before });
}
/** Who is signed in as somebody else is themself again; false where nobody is. */
export function endActing(realm: RealmSession): boolean {
  const actor = readIdentity(realm)?.actor;
  const person = personIn(realm);
  if (actor && person !== undefined) forget(pageNamesKey(person));
  if (actor) writeIdentity(realm, actor);
  return actor !== undefined;
}
/** Whatever is kept of what this person did goes with it. */
export function clearIdentity(realm: RealmSession): void {
  forget(realm.identityKey);
  forget(pageCallsKey(realm));
  forgetBelow(pageNamesKey(`${realm.name}/`));
  forgetBelow(snapshotsKey(realm));
  tell();
}

const forgetBelow = (prefix: string): void => {
  for (const key of storedKeys()) if (key.startsWith(prefix)) forget(key);
};

const tell = (): unknown => dispatchEvent(new Event('identity'));
/** Calls whenever somebody may have signed in or out, in this window or another. Returns how to stop. */
export function onIdentity(changed: () => void): () => void {
  for (const event of ['identity', 'storage']) addEventListener(event, changed);
  return () => {
    for (const event of ['identity', 'storage']) removeEventListener(event, changed);
  };
}

/**
 * Who is signed in, so that the same number in two realms is two people, and who is signed in as somebody is another one than
 * they; undefined for nobody.
 */
export function personIn(realm: RealmSession): string | undefined {
  const { id, actor } = readIdentity(realm) ?? {};
  return id === undefined ? undefined : `${realm.name}/${id}${actor ? ` by ${actor.id}` : ''}`;
}

const owners = new Map<string, string>();
/** The page of the realm is this person's until that is taken back: it never speaks for who has signed in elsewhere since. */
export function ownPage({ name }: RealmSession, person: string): () => void {
  owners.set(name, person);
  return () => void owners.delete(name);
}
/** Whether the page is still that of somebody else than who is signed in now. */
export function isOthersPage(realm: RealmSession): boolean {
  const [owner, person] = [owners.get(realm.name), personIn(realm)];
  return owner !== undefined && person !== undefined && owner !== person;
}
