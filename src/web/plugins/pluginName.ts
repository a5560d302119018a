import { createContext, useContext } from 'react';

const PluginName = createContext('');
export const PluginNameProvider = PluginName.Provider;
/** The plugin that draws here; empty on pages of our own. */
export const usePluginName = (): string => useContext(PluginName);
