/** A rule as the server sends it (protocol §4.1). */
export interface ServedNode {
  readonly id: number;
  readonly type: 'menu_dir' | 'menu' | 'button' | string;
  readonly title: string;
  readonly name: string;
  readonly path: string;
  readonly icon: string;
  readonly menu_type: 'tab' | 'link' | 'iframe' | null;
  readonly url: string;
  readonly extend: string;
  /** What one row of the page is called, where its table says so. */
  readonly row_label?: string;
  readonly keepalive?: string | 0;
  readonly children?: readonly ServedNode[];
}
export interface MenuNode extends Omit<ServedNode, 'children'> {
  /** Where it leads inside of the realm. */
  readonly address: string;
  readonly children?: readonly MenuNode[];
  /** Saved views of its list that the menu shows below it. */
  readonly views?: readonly { readonly id: number; readonly name: string }[];
}
