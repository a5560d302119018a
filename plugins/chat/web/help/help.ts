import { createStore, useStore } from 'zustand';

type Help = 'keys' | 'prompts' | 'apiKeys';

/** Which dialog is open. */
const help = createStore<{ readonly open: Help | undefined; readonly wasOpen: boolean }>(() => ({
  open: undefined,
  wasOpen: false,
}));

export const useHelp = () => useStore(help);
export const showHelp = (open: Help): void => help.setState({ open, wasOpen: true });
export const hideHelp = (): void => help.setState({ open: undefined });
