import { Form, type FormItemProps } from 'antd';
import { cloneElement, type FocusEvent, type ReactElement } from 'react';
import { pointerReleased } from './pointerReleased.ts';

/** What rules name that are checked when a control is left. */
export const leaving = 'onLeft';

type ControlProps = Readonly<Record<string, unknown>> & { readonly onBlur?: (event?: FocusEvent) => void };

interface Props extends FormItemProps {
  readonly children: ReactElement<ControlProps>;
}

/**
 * A `Form.Item` whose control is checked when it is left, but not while the pointer is pressed that leaves it: a message would
 * move the button under it, which then is not clicked.
 */
export const CheckedItem = ({ children, ...props }: Props) => (
  <Form.Item validateTrigger={leaving} {...props}>
    <Control>{children}</Control>
  </Form.Item>
);

/** What the form hands to its control goes through here. */
function Control({ children, onLeft, ...props }: { children: Props['children']; onLeft?: () => void }) {
  const onBlur = (event?: FocusEvent): void => {
    children.props.onBlur?.(event);
    if (onLeft) void pointerReleased().then(onLeft);
  };
  return cloneElement(children, { ...props, onBlur });
}
