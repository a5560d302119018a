import { useState } from 'react';

interface Props {
  readonly src: string;
  readonly name: string;
}

/** The picture of an account; the first letter of its name where there is none, or where it cannot be fetched. */
export function AccountPicture({ src, name }: Props) {
  const [missing, setMissing] = useState('');
  return (
    <span className="account-picture" aria-hidden>
      {src && src !== missing ? (
        <img src={src} alt="" onError={() => setMissing(src)} />
      ) : (
        name.slice(0, 1).toUpperCase()
      )}
    </span>
  );
}
