import { Drawer, Grid, Modal } from 'antd';
import type { PropsWithChildren, ReactNode } from 'react';
import type { Manifest } from '#resource';
import { useDrawerPlace } from '../navigation/useDrawerPlace.ts';
import { useBackCloses } from '../navigation/useBackCloses.ts';
import { useText } from '../settings/useText.ts';

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
  const place = useDrawerPlace(open);
  useBackCloses(isPhone && open, onLeave);
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
      // Not destroyed when hidden: one that is left while it still comes in would be gone at once, and never say so.
      afterOpenChange={(now) => !now && afterClose()}
    >
      {children}
    </Drawer>
  );
}
