import { useState } from 'react';
import icon from '../icon.svg';
import { useSite } from '../settings/site.ts';

/** The site's logo and name; the product's own icon where the logo cannot be loaded. */
export function Brand({ short = false }: { short?: boolean }) {
  const { siteLogo, siteName } = useSite();
  const [missing, setMissing] = useState<string>();
  const logo = siteLogo === missing ? '' : siteLogo;
  return (
    // Where it is cut, the whole of it.
    <span className="brand" title={siteName}>
      <img src={logo || icon} alt={short ? siteName : ''} onError={() => setMissing(siteLogo)} />
      {!short && <span>{siteName}</span>}
    </span>
  );
}
