import { forgetUnsavedOf, unsavedOf, withoutWarning } from './unsaved.ts';

/** What is typed somewhere, to be kept over a reload. */
export interface Typed {
  /** The page that it is typed on. */
  readonly path: string;
  /** Keeps it; false when not all of it may be kept. */
  keep(): boolean;
  /** Lets go of what was kept. */
  drop(): void;
}
const forms = new Set<Typed>();

/** Tells what would have to be kept; the answer ends that. */
export function keepOverReload(typed: Typed): () => void {
  forms.add(typed);
  return () => void forms.delete(typed);
}

/** Milliseconds in which the page is gone, unless somebody was asked and stays. */
const leaving = 1_000;

/** Loads the page anew, with what was typed. Where something cannot be kept, the browser asks before it goes. */
export function reloadPage(): void {
  const drafts = [...forms].map((typed) => ({ typed, isKept: typed.keep() }));
  const lost = new Set(drafts.filter(({ isKept }) => !isKept).map(({ typed }) => typed.path));
  const warnAgain = withoutWarning(drafts.map(({ typed }) => typed.path).filter((path) => !lost.has(path)));
  location.reload();
  setTimeout(() => {
    warnAgain();
    dropKept();
  }, leaving);
}

/** Keeps what is typed and not saved, as far as it may be kept: the browser is about to load something else. */
export function keepUnsaved(): void {
  const paths = new Set(unsavedOf());
  for (const typed of forms) if (paths.has(typed.path)) typed.keep();
}
/** The page has come back as it was. */
export function dropKept(): void {
  for (const typed of forms) typed.drop();
}

/** Goes to another page as somebody else. What was typed is kept for whose it is, as far as it may be. */
export function changePerson(address: string): void {
  for (const typed of forms) typed.keep();
  forgetUnsavedOf();
  location.assign(address);
}
