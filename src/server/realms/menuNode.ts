/** A rule as a client gets it (protocol §4.1). */
export interface MenuNode {
  readonly id: number;
  readonly pid: number;
  readonly type: string;
  readonly title: string;
  readonly name: string;
  readonly path: string;
  readonly icon: string;
  readonly menu_type: string | null;
  readonly url: string;
  readonly component: string;
  readonly keepalive: string | 0;
  readonly extend: string;
  /** What one row of the page is called, where its table says so. */
  readonly row_label?: string;
  readonly children?: readonly MenuNode[];
}
