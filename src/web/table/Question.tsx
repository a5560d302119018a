import { Popconfirm } from 'antd';
import type { ReactElement } from 'react';
import { usePopup } from './usePopup.ts';
import { useText } from '../settings/useText.ts';

interface Props {
  readonly title: string;
  readonly about: string;
  /** What is done if so. */
  readonly name: string;
  readonly disabled?: boolean;
  readonly placement?: 'top' | 'topRight';
  readonly onConfirm: () => void;
  /** The button that asks. */
  readonly children: ReactElement;
}

/** Asks beside a button before rows go. "Cancel" has the focus: Enter pressed by habit deletes nothing. */
export function Question({ title, about, name, disabled = false, placement = 'top', onConfirm, children }: Props) {
  const text = useText();
  const { popup, fresh, close, around } = usePopup();
  return (
    <span {...around}>
      <Popconfirm
        {...popup}
        title={title}
        description={about}
        classNames={{ root: 'row-question' }}
        okText={name}
        okButtonProps={{ danger: true }}
        cancelText={text('cancel')}
        cancelButtonProps={{ autoFocus: true, ...fresh }}
        disabled={disabled}
        placement={placement}
        onConfirm={onConfirm}
        onCancel={close}
      >
        {children}
      </Popconfirm>
    </span>
  );
}
