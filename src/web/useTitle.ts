import { useEffect } from 'react';
import { site } from './site.ts';

/** The title of the window: the page's, then the site's (specification §2). */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} - ${site().siteName}` : site().siteName;
  }, [title]);
}
