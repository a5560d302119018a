import { useEffect } from 'react';
import { useMedia } from '../settings/useMedia.ts';
import { changeSettings, useSettings } from '../settings/layoutSettings.ts';

/** How much room there is; whether the menu shrinks is kept with the layout's settings (specification §3). */
export function useWindowWidth(): { shrink: boolean; phone: boolean; isShort: boolean } {
  // No room for a menu at the side, nor for tabs (protocol §12).
  const shrink = useMedia('(max-width: 1023px)');
  const phone = useMedia('(max-width: 767px)');
  // No room for seldom used tools beside the tabs.
  const isShort = useMedia('(max-width: 1599px)');
  const { shrink: stored } = useSettings();
  useEffect(() => {
    if (stored !== shrink) changeSettings({ shrink });
  }, [stored, shrink]);
  return { shrink, phone, isShort };
}
