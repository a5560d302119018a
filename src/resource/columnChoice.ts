export type Pin = 'left' | 'right';
/** How high the rows of a table are, the lowest first. */
export const densities = ['compact', 'middle', 'roomy'] as const;
type Density = (typeof densities)[number];

/** What somebody has made of the columns of a list; what they have left alone is as the table's file has it. */
export interface ColumnChoice {
  /** Columns of the list that are switched off. */
  readonly hidden: readonly string[];
  /** Fields that are switched on besides. */
  readonly more: readonly string[];
  /** Names as they stand beside each other; empty where nobody has moved any. */
  readonly order: readonly string[];
  /** Pixels of those that have been dragged. */
  readonly widths: Readonly<Record<string, number>>;
  readonly pins: Readonly<Record<string, Pin>>;
  readonly density: Density;
}

export const noChoice: ColumnChoice = { hidden: [], more: [], order: [], widths: {}, pins: {}, density: 'middle' };

/** Pixels of the narrowest and the widest column. */
export const widthLimits = { least: 60, most: 1200 } as const;
export const withinLimits = (width: number): number =>
  Math.round(Math.min(Math.max(width, widthLimits.least), widthLimits.most));

/** Fields that one list can be asked for besides its own: the server takes no more. */
const mostMore = 100;

/** What somebody has stored, as far as it is a choice: others may have written there. */
export function soundChoice(stored: unknown): ColumnChoice {
  const { hidden, more, order, widths, pins, density } = entriesOf(stored);
  const sound = <T>(map: unknown, is: (value: unknown) => value is T): Record<string, T> =>
    Object.fromEntries(Object.entries(entriesOf(map)).filter((each): each is [string, T] => is(each[1])));
  return {
    hidden: namesIn(hidden),
    more: namesIn(more).slice(0, mostMore),
    order: namesIn(order),
    widths: sound(widths, (value): value is number => typeof value === 'number' && withinLimits(value) === value),
    pins: sound(pins, (value): value is Pin => value === 'left' || value === 'right'),
    density: densities.find((each) => each === density) ?? noChoice.density,
  };
}

/** The choice as far as it is about columns that are known. */
export function knownColumns(choice: ColumnChoice, isKnown: (name: string) => boolean): ColumnChoice {
  const entries = <T>(map: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(map).filter(([name]) => isKnown(name)));
  return {
    ...choice,
    hidden: choice.hidden.filter(isKnown),
    more: choice.more.filter(isKnown),
    order: choice.order.filter(isKnown),
    widths: entries(choice.widths),
    pins: entries(choice.pins),
  };
}

const entriesOf = (stored: unknown): Readonly<Record<string, unknown>> =>
  typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};

const namesIn = (stored: unknown): readonly string[] =>
  Array.isArray(stored) ? [...new Set(stored.filter((each): each is string => typeof each === 'string'))] : [];
