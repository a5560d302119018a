import { useEffect, type RefObject } from 'react';

interface Form {
  readonly place: RefObject<HTMLElement | null>;
  readonly save: () => void;
}
/** The forms that are drawn, the newest last. */
const forms: Form[] = [];

/** Ctrl or command and S save the form that has the focus, or the one in front. */
export function useSaveKey(place: Form['place'], save: () => void, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const form = { place, save };
    if (forms.push(form) === 1) addEventListener('keydown', onKeyDown);
    return () => {
      forms.splice(forms.indexOf(form), 1);
      if (forms.length === 0) removeEventListener('keydown', onKeyDown);
    };
  }, [place, save, enabled]);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  const form = formInFront();
  if (!form) return;
  event.preventDefault();
  form.save();
}

/** A dialog covers whatever is behind it; on a page with several forms it is the one that has the focus. */
function formInFront(): Form | undefined {
  const shown = forms.filter(({ place }) => place.current?.checkVisibility());
  const dialogs = shown.filter(({ place }) => place.current?.closest('[role="dialog"]'));
  if (dialogs.length > 0) return dialogs.at(-1);
  const focused = shown.find(({ place }) => place.current?.contains(document.activeElement));
  return focused ?? (shown.length === 1 ? shown[0] : undefined);
}
