import i18next from 'i18next';
import { useNavigate } from 'react-router';
import { addShortcut, ownShortcutAt, useShortcut } from '../navigation/shortcuts.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { loadEntryTexts } from './entryTexts.ts';
import { reportFault } from './faults.ts';
import { followTo } from './followTo.ts';
import { Registrations, type PlaceOptions } from './registrations.ts';
import { slots } from './slots.ts';

export interface ShortcutOptions extends Omit<PlaceOptions, 'order'> {
  /** Key of the text that says what it does, such as `notes:panel`. */
  readonly label: string;
  /** Where it leads: below the base of the realm (`notes/board`), a whole address (`/chat`), or another site in a window of its own. */
  readonly to?: string;
  /** What it does, instead of leading somewhere. */
  readonly onPress?: () => unknown;
}

interface PluginShortcut extends ShortcutOptions {
  /** Its keys: what tells shortcuts apart. */
  readonly name: string;
  readonly plugin: string;
}

export const pluginShortcuts = new Registrations<PluginShortcut>('shortcut');

/** One key, or one with Ctrl. */
const pattern = /^(Mod\+)?(?:[A-Z\d]|[^\p{L}\p{N}\p{C}\p{Z}])$/u;
/** What browsers do with Ctrl: copy, find, print, undo and so on. */
const ofBrowsers = /^Mod\+[ACFLNOPRTVWXYZ\d+-]$/;

export function registerShortcut(entry: PluginShortcut): void {
  const { name, plugin, label } = entry;
  if (!pattern.test(name))
    throw new Error(
      `registerShortcut: "${name}" must be a capital letter, a digit or a sign, or "Mod+" and one of them.`,
    );
  const taken = whoseIs(name);
  if (taken !== undefined) return reportFault(plugin, 'conflict', `shortcut ${name}`, new Error(taken));
  pluginShortcuts.add(entry);
  addShortcut({ name: `plugin ${name}`, keys: keysOf(name) });
  loadEntryTexts(label);
  slots.Shortcuts = PluginShortcuts;
  slots.shortcuts = (realm) =>
    pluginShortcuts.in(realm).map(({ name, label }) => ({ keys: keysOf(name), does: i18next.t(label) }));
}

const keysOf = (name: string): readonly string[] => (name.startsWith('Mod+') ? ['Mod', name.slice(4)] : [name]);

function whoseIs(name: string): string | undefined {
  const own = ownShortcutAt(keysOf(name));
  if (own !== undefined) return `The product itself has it ("${own}"), which holds.`;
  return ofBrowsers.test(name) ? 'Browsers have it themselves, which holds.' : undefined;
}

/** Listens for those that whoever is signed in may use. */
const PluginShortcuts = () => pluginShortcuts.in(useRealm()).map((entry) => <Listening key={entry.name} {...entry} />);

function Listening({ name, plugin, to, onPress }: PluginShortcut) {
  const realm = useRealm();
  const navigate = useNavigate();
  const press = async (): Promise<void> => {
    try {
      if (onPress) await onPress();
      else if (to !== undefined) followTo(to, { realm, navigate: (path) => void navigate(path) });
    } catch (error) {
      reportFault(plugin, 'shortcut', name, error);
    }
  };
  useShortcut(`plugin ${name}`, () => void press());
  return null;
}
