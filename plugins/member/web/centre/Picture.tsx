import { useState } from 'react';
import { safeAddress } from '#web';

/** The picture of a member; the first letter of their name where there is none, or where it cannot be fetched. */
export function Picture({ src, name, size }: { src: string; name: string; size: number }) {
  const [missing, setMissing] = useState<string>();
  const address = src === missing ? undefined : safeAddress(src);
  return (
    <span className="centre-picture" style={{ width: size, height: size, fontSize: size / 2.4 }} aria-hidden>
      {address ? <img src={address} alt="" onError={() => setMissing(src)} /> : name.slice(0, 1).toUpperCase()}
    </span>
  );
}
