import { lazyPage } from '../loading/lazyPage.tsx';

/** Switches the second step of one's own sign-in on and off, for realms with `twoStep`; stands in a card of the page's own. */
export const TwoStep = lazyPage(async () => (await import('../twoStep/TwoStep.tsx')).TwoStep, 'twoStep', 'validate');
