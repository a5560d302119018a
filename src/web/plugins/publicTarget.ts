import { matchPath } from 'react-router';
import { isOwnPath } from '../navigation/routes.ts';
import { claimedPages } from './pluginPages.tsx';

/** The public page of a plugin that somebody has left to sign in, if it is one. */
export const publicTargetOf = (to: unknown): string | undefined =>
  isOwnPath(to) && !to.includes('#') && claimedPages().some(({ path }) => matchPath(path, to.split('?')[0]!))
    ? to
    : undefined;
