import icon from '../icon.svg';
import { useSite } from '../site.ts';

/** The site's logo and name. */
export function Brand({ short = false }: { short?: boolean }) {
  const { siteLogo, siteName } = useSite();
  return (
    <span className="brand">
      <img src={siteLogo || icon} alt={short ? siteName : ''} />
      {!short && <span>{siteName}</span>}
    </span>
  );
}
