/** What the dashboard shows, as the server sends it (protocol §2.9). */
export interface Overview {
  readonly remark: string;
  readonly cards: readonly FigureCard[];
  readonly tables: readonly TableSize[];
  readonly changes?: readonly Day[];
  readonly signIns?: readonly Day[];
}
export interface FigureCard {
  readonly label: string;
  readonly icon: string;
  readonly value: number | string;
  readonly path?: string;
}
interface TableSize {
  readonly label: string;
  readonly path: string;
  readonly rows: number;
}
export interface Day {
  readonly day: string;
  readonly value: number;
}

export const totalOf = (course: readonly Day[]): number => course.reduce((sum, { value }) => sum + value, 0);
