import { Drawer } from 'antd';
import type { PropsWithChildren } from 'react';
import { Brand } from './Brand.tsx';

/** The menu of a phone, which comes in from the side. */
export function PhoneMenu({ open, onClose, children }: PropsWithChildren<{ open: boolean; onClose: () => void }>) {
  return <Drawer title={<Brand />} placement="left" width={260} open={open} onClose={onClose} styles={{ body: { padding: 8 } }}>{children}</Drawer>;
}
