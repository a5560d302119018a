import { useEffect, type RefObject } from 'react';

/** What a file is worked by, the first of them before the others. */
const controls = ['button.upload-shown', '.upload-actions button', 'button'];
/** What keys reach. */
const reachable = 'a[href], button, input:not([type=file])';

interface Place {
  readonly control: HTMLElement;
  /** What it is in, from within. */
  readonly around: readonly HTMLElement[];
  /** Which of a list it belonged to when the focus came: a file that arrives is where it was while it was sent. */
  readonly item: number;
}

/**
 * Keeps the focus in a part of the page whose controls come and go: when the one in focus has gone, it is at the file that
 * has taken its place, at the last one, or at what is nearest. `comeBack` brings it from what was opened by a control of it.
 */
export function useFocusRestore(root: RefObject<HTMLElement | null>): {
  readonly comeBack: (opener: HTMLElement | null) => void;
} {
  useEffect(() => {
    const element = root.current!;
    let place: Place | undefined;
    const begin = ({ target }: FocusEvent): void => void (place = placeOf(target as HTMLElement, element));
    const end = ({ target }: FocusEvent): void => {
      // Browsers differ in what one that is removed tells, and when.
      queueMicrotask(() => {
        if (place?.control === target && !isGone(place.control)) place = undefined;
      });
    };
    const look = (): void => {
      if (place && isGone(place.control) && isNowhere()) focusNear(place, element);
    };
    const observer = new MutationObserver(look);
    observer.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    element.addEventListener('focusin', begin);
    element.addEventListener('focusout', end);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', begin);
      element.removeEventListener('focusout', end);
    };
  }, [root]);
  return {
    comeBack: (opener) => {
      const control = opener ?? (root.current ? firstIn(root.current, reachable) : undefined);
      control?.focus();
    },
  };
}

function placeOf(control: HTMLElement, root: HTMLElement): Place {
  const around: HTMLElement[] = [];
  for (let each = control.parentElement; each && each !== root; each = each.parentElement) around.push(each);
  const item = control.closest('li');
  return { control, around: [...around, root], item: item ? [...item.parentElement!.children].indexOf(item) : -1 };
}

function focusNear({ around, item }: Place, root: HTMLElement): void {
  const left = around.filter((each) => each.isConnected);
  const list = item < 0 ? undefined : left.find((each) => each.localName === 'ul');
  const files = list ? [...list.children].filter((each) => !each.matches('.upload-add')) : [];
  const next = files[item] ?? files.at(-1) ?? list?.lastElementChild;
  const near = [
    ...controls.map((each) => next && firstIn(next, each)),
    ...left.map((each) => firstIn(each, reachable)),
    firstIn(root, reachable),
  ];
  near.find((each) => each !== undefined)?.focus();
}

const firstIn = (part: Element, selector: string): HTMLElement | undefined =>
  [...part.querySelectorAll<HTMLElement>(selector)].find(
    (each) => each.checkVisibility() && !each.matches(':disabled'),
  );
const isGone = (control: HTMLElement): boolean => !control.isConnected || control.matches(':disabled');

/** Whether keys go to nothing that anybody sees. */
function isNowhere(): boolean {
  const { activeElement: active } = document;
  return !active || active === document.body || active.matches(':disabled');
}
