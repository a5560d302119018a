import { loadTexts } from '../settings/i18n.ts';
import { prepare } from './loadPlugins.ts';

/** Fetches the message file of a key such as `terminal:open`, beside the plugin: it is there when the key is first shown. */
export const loadEntryTexts = (key: string): void => prepare(loadTexts(key.split(':')[0]!));
