import { lazyPart } from '../loading/lazyPart.tsx';
import { isArea, type Realm, type RealmOptions } from './realm.ts';
import { memberRealm, realms } from './registry.ts';

/** Adds a realm, or puts a plugin's members in the place of our shell; throws when it contradicts one that is there. */
export function addRealm({ signInForm, frame, ...options }: RealmOptions): Realm {
  const { identityKey, staysOnRedirect } = memberRealm;
  const realm: Realm = {
    ...options,
    identityKey: `${options.name}Info`,
    ...(options.name === memberRealm.name && { identityKey, staysOnRedirect }),
    ...(signInForm && { SignInForm: lazyPart(async () => (await signInForm()).default) }),
    ...(frame && { Frame: lazyPart(async () => (await frame()).default) }),
  };
  if (!/^\/[a-z][\w-]*$/.test(realm.base))
    throw new Error(`The base "${realm.base}" of realm "${realm.name}" must be one segment in small letters.`);
  for (const other of realms.values()) {
    if (other === memberRealm && realm.name === memberRealm.name) continue;
    if (other.name === realm.name || other.base === realm.base || other.tokenHeader === realm.tokenHeader)
      throw new Error(`Realm "${realm.name}" has the same name, base or tokenHeader as realm "${other.name}".`);
  }
  realms.set(realm.name, realm);
  for (const use of waiting.splice(0)) use();
  return realm;
}

/** What waits for realms that are not there yet. */
const waiting: (() => void)[] = [];

/** Does something with the pages of a realm, now or as soon as a plugin has brought them. */
export function withArea(name: string, use: (realm: Realm) => void): void {
  const realm = realms.get(name);
  if (realm && isArea(realm)) use(realm);
  else waiting.push(() => withArea(name, use));
}
