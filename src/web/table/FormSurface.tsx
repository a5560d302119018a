import { Drawer, Grid, Modal } from 'antd';
import { useEffect, useEffectEvent, type PropsWithChildren, type ReactNode } from 'react';
import type { Manifest } from '#resource';
import { useDrawerPlace } from '../navigation/tabScope.ts';
import { useText } from '../settings/useText.ts';

/** Milliseconds in which every motion has ended. */
const motion = 1000;

interface Props {
  form: Pick<Manifest['form'], 'open' | 'width'>;
  title: string;
  open: boolean;
  footer: ReactNode;
  onLeave: () => void;
  afterClose: () => void;
}

/** A drawer or a dialog, as the resource says; on a phone it takes the whole screen. */
export function FormSurface({
  form: { width, open: form },
  title,
  open,
  footer,
  onLeave,
  afterClose,
  children,
}: PropsWithChildren<Props>) {
  const text = useText();
  const isPhone = Grid.useBreakpoint().md === false;
  const place = useDrawerPlace();
  const closed = useEffectEvent(afterClose);
  useEffect(() => {
    if (open) return;
    // Left while it still came in, it is gone without a word, and could not be opened again.
    const timer = setTimeout(() => closed(), motion);
    return () => clearTimeout(timer);
  }, [open]);
  const close = { 'aria-label': text('close') };
  if (form === 'modal' && !isPhone) {
    return (
      <Modal
        {...place}
        title={title}
        open={open}
        width={width}
        footer={footer}
        mask={{ closable: false }}
        closable={close}
        onCancel={onLeave}
        afterClose={afterClose}
        destroyOnHidden
        styles={{ body: { maxHeight: '70vh', overflowY: 'auto', overflowX: 'hidden' } }}
      >
        {children}
      </Modal>
    );
  }
  return (
    <Drawer
      {...place}
      title={title}
      open={open}
      size={isPhone ? '100%' : width}
      footer={footer}
      mask={{ closable: false }}
      onClose={onLeave}
      afterOpenChange={(now) => !now && afterClose()}
      destroyOnHidden
    >
      {children}
    </Drawer>
  );
}
