import { realms } from './registry.ts';
import { onIdentity, personIn } from './session.ts';

/**
 * Tells as whom this browser is signed in to a realm, at once and whenever that is somebody else: a name of theirs, for what is
 * kept for one person, another one for who is signed in as them; undefined for nobody. Returns how to stop.
 */
export function watchPerson(realm: string, tell: (person: string | undefined) => void): () => void {
  const now = (): string | undefined => {
    const session = realms.get(realm);
    return session && personIn(session);
  };
  let known = now();
  tell(known);
  return onIdentity(() => {
    const person = now();
    if (person === known) return;
    known = person;
    tell(person);
  });
}
