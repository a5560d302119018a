import { Drawer } from 'antd';
import type { PropsWithChildren } from 'react';
import { Brand } from './Brand.tsx';
import { colorIn, useSettings } from '../settings/layoutSettings.ts';

interface Props {
  /** Pixels; 0: it is not there. */
  readonly width: number;
  readonly onClose: () => void;
}

/** The menu of a narrow window, which comes in from the side. */
export function PhoneMenu({ width, onClose, children }: PropsWithChildren<Props>) {
  const settings = useSettings();
  // It goes as wide as it came; beside it there is always something left to tap.
  const size = `min(${width || settings.menuWidth}px, 85vw)`;
  const styles = {
    header: { background: colorIn(settings, 'menuTopBarBackground') },
    body: { padding: 8, background: colorIn(settings, 'menuBackground') },
  };
  return (
    <Drawer title={<Brand />} placement="left" size={size} open={width > 0} onClose={onClose} styles={styles}>
      {children}
    </Drawer>
  );
}
