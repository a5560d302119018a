import { useSyncExternalStore } from 'react';

/** Whether the browser shows the page on the whole screen, and how to change it. */
export const fullScreen = {
  isOn: (): boolean => document.fullscreenElement !== null,
  toggle: (): void =>
    void (fullScreen.isOn() ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {}),
};

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** The same, for what shows it all the time. */
export const useFullScreen = (): readonly [boolean, () => void] => [
  useSyncExternalStore(subscribe, fullScreen.isOn),
  fullScreen.toggle,
];
