import type { PropsWithChildren } from 'react';
import { PublicHeader as Header } from '../public/PublicHeader.tsx';
import { SiteEntries } from './SiteEntries.tsx';

export { PublicFooter } from '../public/PublicFooter.tsx';

/** The head of the public pages: the brand, the links of the site, language and theme, entries of plugins; then `children`. */
export const PublicHeader = ({ children }: PropsWithChildren) => (
  <Header>
    <SiteEntries />
    {children}
  </Header>
);
