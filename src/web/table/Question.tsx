import { Popconfirm } from 'antd';
import { useRef, type ReactElement } from 'react';
import { pixelsOf } from './columnWidths.ts';
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
  /** Opened by whoever gives it instead of by a click, and who has its button and its `around`. */
  readonly popup?: ReturnType<typeof usePopup>;
  readonly onConfirm: () => void;
  /** The button that asks, or the place that it asks at. */
  readonly children: ReactElement;
}

/** Pixels of a question that stands as a heading, on three lines. */
const longestHeading = 720;

/** Asks beside a button before something is done. "Cancel" has the focus: Enter pressed by habit does nothing. */
export function Question({
  title,
  about,
  name,
  danger = true,
  disabled = false,
  placement = 'top',
  popup: given,
  onConfirm,
  children,
}: Props) {
  const text = useText();
  // What needs a whole paragraph is no heading.
  const [heading, more] = pixelsOf(title) > longestHeading ? [`${name} ${about}`, title] : [title, about];
  const own = usePopup();
  const { popup, fresh, isOpen, close, around } = given ?? own;
  const cancel = useRef<HTMLButtonElement>(null);
  // One that was drawn while the question before was going away could not take the focus as it came; who has closed it meanwhile has
  // given the focus away.
  const takeFocus = (open: boolean): void => {
    const isInside = cancel.current?.closest('.ant-popover')?.contains(document.activeElement);
    if (open && isOpen.current && !isInside) cancel.current?.focus();
  };
  const cancelProps = { autoFocus: true, ref: cancel, ...fresh };
  const asked = (
    <Popconfirm
      {...popup}
      {...(given && { onOpenChange: (open: boolean) => open || popup.onOpenChange(false) })}
      afterOpenChange={takeFocus}
      title={heading}
      description={more}
      classNames={{ root: 'row-question' }}
      okText={name}
      okButtonProps={{ danger }}
      cancelText={text('cancel')}
      cancelButtonProps={cancelProps}
      disabled={disabled}
      placement={placement}
      onConfirm={onConfirm}
      onCancel={close}
    >
      {children}
    </Popconfirm>
  );
  return given ? asked : <span {...around}>{asked}</span>;
}
