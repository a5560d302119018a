import { useState, type ReactNode } from 'react';
import { Overlay } from '../../components/Overlay.tsx';
import { lazyPart } from '../../loading/lazyPart.tsx';
import type { Login, Realm } from '../../realms/realm.ts';

const RefineLogin = lazyPart(async () => (await import('../../area/RefineLogin.tsx')).RefineLogin);

interface LateLogin {
  /** Waits for the code that signs in. */
  readonly login: Login;
  /** Fetches that code, which is wanted soon. */
  prepare(): void;
  /** What has to be drawn for it. */
  readonly part: ReactNode;
}

/** Refine's `useLogin` for a page that is there before Refine is: its code is fetched when somebody begins to type. */
export function useLateLogin(realm: Realm): LateLogin {
  const [wanted, setWanted] = useState<'soon' | 'now'>();
  const [arrival, setArrival] = useState(() => Promise.withResolvers<Login>());
  // Told by the overlay; the next try fetches it again.
  const drop = (): void => {
    arrival.reject(new Error('The code that signs in could not be fetched.'));
    setArrival(Promise.withResolvers<Login>());
    setWanted(undefined);
  };
  return {
    async login(credentials) {
      setWanted('now');
      return (await arrival.promise)(credentials);
    },
    prepare: () => setWanted((before) => before ?? 'soon'),
    part: wanted && (
      <Overlay open={wanted === 'now'} onMissing={drop}>
        <RefineLogin realm={realm} onReady={arrival.resolve} />
      </Overlay>
    ),
  };
}
