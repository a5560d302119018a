import type { WebPlugin } from './definePlugin.ts';

const registered = new Map<string, WebPlugin>();

/** What the browser half in this folder says of itself, once it is there. */
export const halfIn = (folder: string): WebPlugin | undefined => registered.get(folder);

/** Lets a browser half register what it brings; throws an Error that says what to write instead. `off` are folders. */
export function registerHalf(folder: string, half: WebPlugin | undefined, off: readonly string[]): void {
  if (typeof half?.register !== 'function')
    throw new Error(
      'Its default export is no plugin: write "export default definePlugin({ name, register() { … } })".',
    );
  if (half.name !== folder) throw new Error(`name: "${half.name}" must be "${folder}", as its folder is called.`);
  const missing = half.requires?.find((each) => off.includes(each));
  if (missing !== undefined) throw new Error(`requires: the plugin "${missing}" is off.`);
  registered.set(folder, half);
  half.register();
}
