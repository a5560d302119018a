import { useEffect } from 'react';
import { useSite } from './site.ts';

/** The title of the window: the page's, then the site's (specification §2). */
export function useTitle(title: string): void {
  const { siteName } = useSite();
  useEffect(() => {
    document.title = title ? `${title} - ${siteName}` : siteName;
  }, [title, siteName]);
}
