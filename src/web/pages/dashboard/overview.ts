import type { MoneyOptions } from '#resource';
import type { SentencePart } from '../../fields/activity/Sentence.tsx';

/** What the dashboard shows, as the server sends it (protocol §2.9). */
export interface Overview {
  readonly remark: string;
  readonly cards: readonly FigureCard[];
  readonly tables: readonly TableSize[];
  readonly changes?: readonly Day[];
  readonly signIns?: readonly Day[];
  /** The newest first. */
  readonly activity?: readonly Activity[];
  /** What plugins and files could not do, the newest first; super administrators get it. */
  readonly failures?: readonly Failure[];
  /** What a new installation needs first; nothing once all is done. */
  readonly steps?: readonly FirstStep[];
  /** What the caller has made of the parts, where they have. */
  readonly arrangement?: unknown;
}
export interface Activity {
  readonly id: number;
  /** Unix seconds. */
  readonly time: number;
  readonly title: string;
  readonly sentence?: readonly SentencePart[];
}
export interface FirstStep {
  readonly name: string;
  readonly isDone: boolean;
  /** The page where it is done. */
  readonly path?: string;
  /** Words of a plugin's. */
  readonly label?: string;
  readonly help?: string;
  readonly go?: string;
}
export interface Failure {
  readonly text: string;
  /** How often, and when last in unix seconds; files that could not be used have neither. */
  readonly count?: number;
  readonly time?: number;
}
export interface FigureCard {
  readonly label: string;
  readonly icon: string;
  readonly value: number | string;
  readonly prefix?: MoneyOptions['currency'];
  readonly path?: string;
}
export interface TableSize {
  readonly label: string;
  readonly path: string;
  readonly rows: number;
}
export interface Day {
  readonly day: string;
  readonly value: number;
}

export const totalOf = (course: readonly Day[]): number => course.reduce((sum, { value }) => sum + value, 0);
