import { Modal } from 'antd';
import { useEffect } from 'react';
import type { ConfirmDialog } from './lateModal.ts';

/** Draws the dialogs that are asked by `App.useApp().modal`. */
export function ConfirmDialogs({ onReady }: { onReady: (modal: ConfirmDialog) => void }) {
  const [modal, holder] = Modal.useModal();
  useEffect(() => onReady(modal), [modal, onReady]);
  return holder;
}
