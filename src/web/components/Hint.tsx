import { Tooltip } from 'antd';
import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  type Ref,
} from 'react';
import { createPortal } from 'react-dom';

/** What else is given, as by a popover around it, is for the control. */
interface HintProps extends Omit<HTMLAttributes<HTMLElement>, 'title' | 'children'> {
  readonly title: string;
  /** That of the control. */
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** Milliseconds that a mouse rests on a control before it is told what that is for. */
const patience = 400;

/**
 * Says what a control is for while the mouse is over it. A finger only ever hits what lies below it: nothing is left
 * standing there. antd's tooltip is drawn only then: a list has hundreds of controls.
 */
export function Hint({ title, children, className = '', ...rest }: HintProps) {
  const { place, enter, leave } = useRest();
  return (
    <>
      {cloneElement(children, {
        ...rest,
        className: `${children.props.className ?? ''} ${className}`,
        onPointerEnter: enter,
        onPointerLeave: leave,
      })}
      {place && title !== '' && <Bubble place={place} title={title} />}
    </>
  );
}

/** Where the control is that a mouse rests on. */
function useRest() {
  const [place, setPlace] = useState<DOMRect>();
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const leave = (): void => {
    clearTimeout(timer.current);
    setPlace(undefined);
  };
  const enter = ({ pointerType, currentTarget }: PointerEvent<HTMLElement>): void => {
    leave();
    if (pointerType === 'touch') return;
    timer.current = window.setTimeout(() => setPlace(currentTarget.getBoundingClientRect()), patience);
  };
  return { place, enter, leave };
}

/** antd's tooltip at what stands there. */
function Bubble({ place: { left, top, width, height }, title }: { readonly place: DOMRect; readonly title: string }) {
  return createPortal(
    <Tooltip open title={title}>
      <span style={{ position: 'fixed', left, top, width, height, pointerEvents: 'none' }} />
    </Tooltip>,
    document.body,
  );
}
