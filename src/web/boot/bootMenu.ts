// Stands in the page itself: draws the menu into the shape of the page before the code of the application is there.

/** What of a menu's rule is drawn (layout/menus.ts). */
interface BootNode {
  readonly type: string;
  readonly title: string;
  readonly path: string;
  readonly menu_type: string | null;
  readonly extend: string;
  readonly children?: readonly BootNode[];
}
/** For eyes and pointers only: what assistive technology reads is the menu that comes with the code. */
// oxlint-disable-next-line no-unused-vars -- bootAsk.ts calls it
function bootDrawMenu(menus: readonly BootNode[]): void {
  document.querySelector('.boot-side')?.replaceChildren(...bootShown(menus).flatMap((node) => bootEntries(node, 0)));
}

const bootShown = (menus: readonly BootNode[] = []): readonly BootNode[] =>
  menus.filter(
    ({ type, extend, children }) =>
      type !== 'button' && extend !== 'add_rules_only' && (type !== 'menu_dir' || bootShown(children).length > 0),
  );
const bootAddress = ({ path }: BootNode): string => `/admin/${path}`;
/** Whether the page at hand is this one or below it. */
const bootIsHere = (node: BootNode): boolean =>
  node.type === 'menu_dir'
    ? bootShown(node.children).some(bootIsHere)
    : bootAddress(node) === location.pathname.replace(/\/$/, '');

/** The entry, and those below it where the page at hand is one of them. */
function bootEntries(node: BootNode, depth: number): HTMLElement[] {
  const entry = document.createElement('a');
  entry.textContent = node.title;
  entry.style.paddingInlineStart = `${16 + depth * 16}px`;
  entry.tabIndex = -1;
  if (node.type === 'menu_dir') {
    const below = bootIsHere(node) ? bootShown(node.children) : [];
    return [entry, ...below.flatMap((each) => bootEntries(each, depth + 1))];
  }
  if (node.menu_type === 'tab') entry.href = bootAddress(node);
  if (bootIsHere(node)) entry.className = 'boot-here';
  return [entry];
}
