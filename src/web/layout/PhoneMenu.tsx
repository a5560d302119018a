import { Drawer } from 'antd';
import type { PropsWithChildren } from 'react';
import { Brand } from '../components/Brand.tsx';
import { colorIn, useSettings } from '../settings/layoutSettings.ts';

/** The menu of a phone, which comes in from the side. */
export function PhoneMenu({ open, onClose, children }: PropsWithChildren<{ open: boolean; onClose: () => void }>) {
  const settings = useSettings();
  const styles = {
    header: { background: colorIn(settings, 'menuTopBarBackground') },
    body: { padding: 8, background: colorIn(settings, 'menuBackground') },
  };
  return (
    <Drawer title={<Brand />} placement="left" size={260} open={open} onClose={onClose} styles={styles}>
      {children}
    </Drawer>
  );
}
