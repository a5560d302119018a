import { useState } from 'react';
import { Overlay } from '../components/Overlay.tsx';
import { lazyPart } from '../loading/lazyPart.tsx';
import type { Realm } from '../realms/realm.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { readIdentity } from '../realms/session.ts';

const ActingNote = lazyPart(async () => (await import('./ActingNote.tsx')).ActingNote);

/** Fetches the banner for who is signed in as somebody else: one that came late would move the page below it while it is used. */
export const preloadActing = async (realm: Realm): Promise<unknown> =>
  readIdentity(realm)?.actor && ActingNote.preload().catch(() => {});

/** Says above all pages as whom somebody is signed in, and leads back to themself; nothing to who is themself. */
export function ActingBanner() {
  const realm = useRealm();
  const [identity] = useState(() => readIdentity(realm));
  if (!identity?.actor) return null;
  return (
    <Overlay>
      <ActingNote identity={identity} actor={identity.actor} />
    </Overlay>
  );
}
