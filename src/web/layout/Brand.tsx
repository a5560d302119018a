import icon from '../icon.svg';
import { site } from '../site.ts';

/** The site's logo and name. */
export function Brand({ short = false }: { short?: boolean }) {
  const { siteLogo, siteName } = site();
  return (
    <span className="brand">
      <img src={siteLogo || icon} alt={short ? siteName : ''} />
      {!short && <span>{siteName}</span>}
    </span>
  );
}
