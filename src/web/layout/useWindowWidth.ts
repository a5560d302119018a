import { useEffect, useSyncExternalStore } from 'react';
import { changeSettings, useSettings } from './settings.ts';

/** Windows so narrow have no room for a menu at the side (protocol §12), or for tabs. */
const narrow = matchMedia('(max-width: 1023px)');
const phones = matchMedia('(max-width: 767px)');

const subscribe = (media: MediaQueryList) => (listener: () => void) => {
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};
const toNarrow = subscribe(narrow);
const toPhones = subscribe(phones);

/** How much room there is; whether the menu shrinks is kept with the layout's settings (specification §3). */
export function useWindowWidth(): { shrink: boolean; phone: boolean } {
  const shrink = useSyncExternalStore(toNarrow, () => narrow.matches);
  const phone = useSyncExternalStore(toPhones, () => phones.matches);
  const { shrink: kept } = useSettings();
  useEffect(() => {
    if (kept !== shrink) changeSettings({ shrink });
  }, [kept, shrink]);
  return { shrink, phone };
}
