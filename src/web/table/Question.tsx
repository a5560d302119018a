import { Popconfirm } from 'antd';
import type { ReactElement } from 'react';
import { usePopup } from './usePopup.ts';
import { useText } from '../settings/useText.ts';

interface Props {
  readonly title: string;
  readonly about: string;
  /** What is done if so. */
  readonly name: string;
  /** Whether it takes something away; true unless said otherwise. */
  readonly danger?: boolean;
  readonly disabled?: boolean | undefined;
  readonly placement?: 'top' | 'topRight';
  readonly onConfirm: () => void;
  /** The button that asks. */
  readonly children: ReactElement;
}

/** Asks beside a button before something is done. "Cancel" has the focus: Enter pressed by habit does nothing. */
export function Question({
  title,
  about,
  name,
  danger = true,
  disabled = false,
  placement = 'top',
  onConfirm,
  children,
}: Props) {
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
        okButtonProps={{ danger }}
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
