import { later } from '../lazy.tsx';
import { useHelp } from './help.ts';

const Dialogs = later(() => import('./HelpDialogs.tsx'));

/** The keys of the page and all prompts, in dialogs that are fetched when one is first opened. */
export const Help = () => (useHelp().wasOpen ? <Dialogs /> : null);
