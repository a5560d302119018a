import { Button } from 'antd';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type PropsWithChildren,
  type RefObject,
} from 'react';

type Watch = (element: Element, onChange: (isNear: boolean) => void) => () => void;
const WatchContext = createContext<Watch>(() => () => {});

/** How far beyond what is in sight rows are drawn. */
const margin = '1000px 0px';

interface NearProps {
  /** What scrolls. */
  readonly box: RefObject<HTMLElement | null>;
}

/** Rows in here are drawn while they are near what is in sight. */
export function Near({ box, children }: PropsWithChildren<NearProps>) {
  const observer = useRef<IntersectionObserver>(undefined);
  const listeners = useRef(new Map<Element, (isNear: boolean) => void>());
  const watch = useCallback<Watch>(
    (element, onChange) => {
      observer.current ??= new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) listeners.current.get(target)?.(isIntersecting);
        },
        { root: box.current, rootMargin: margin },
      );
      listeners.current.set(element, onChange);
      observer.current.observe(element);
      return () => {
        listeners.current.delete(element);
        observer.current?.unobserve(element);
      };
    },
    [box],
  );
  useEffect(
    () => () => {
      observer.current?.disconnect();
      observer.current = undefined;
    },
    [],
  );
  return <WatchContext value={watch}>{children}</WatchContext>;
}

interface RowProps extends ComponentProps<'li'> {
  /** Pixels of one that is not drawn at first; one without is. */
  readonly estimate?: number | undefined;
  /** Whether it is drawn wherever it is. */
  readonly isKept?: boolean;
}

/** A row of a long list: far from what is in sight, only its place is there, as high as it was. */
export function NearRow({ estimate, isKept = false, children, style, ...rest }: RowProps) {
  const place = useRef<HTMLLIElement>(null);
  const watch = use(WatchContext);
  const [height, setHeight] = useState(estimate);
  useEffect(() => {
    const row = place.current!;
    return watch(row, (isNear) => {
      if (isNear) setHeight(undefined);
      else if (!isInUse(row)) setHeight((before) => before ?? row.getBoundingClientRect().height);
    });
  }, [watch]);
  const isDrawn = isKept || height === undefined;
  return (
    <li {...rest} ref={place} style={isDrawn ? style : { ...style, height, boxSizing: 'border-box' }}>
      {isDrawn && children}
    </li>
  );
}

/** Whether somebody types in it, or has selected some of it. */
function isInUse(row: Element): boolean {
  const selection = getSelection();
  return (
    row.contains(document.activeElement) ||
    Boolean(selection && !selection.isCollapsed && selection.containsNode(row, true))
  );
}

interface MoreProps {
  readonly label: string;
  readonly onMore: () => void;
}

/** Where more rows come when somebody is near; by a button as well. */
export function MoreRows({ label, onMore }: MoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const watch = use(WatchContext);
  // After each change it is asked again whether there is room for more.
  useEffect(() => watch(place.current!, (isNear) => isNear && onMore()));
  return (
    <div ref={place} className="chat-more">
      <Button type="text" size="small" onClick={onMore}>
        {label}
      </Button>
    </div>
  );
}
