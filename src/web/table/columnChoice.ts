import type { Manifest } from '#resource';

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

export const isChosen = (choice: ColumnChoice): boolean => JSON.stringify(choice) !== JSON.stringify(noChoice);

/** Pixels of the narrowest and the widest column. */
export const widthLimits = { least: 60, most: 1200 } as const;
export const withinLimits = (width: number): number =>
  Math.round(Math.min(Math.max(width, widthLimits.least), widthLimits.most));

/** Fields that one list can be asked for besides its own: the server takes no more. */
const mostMore = 100;

/** What stands in the browser's storage, as far as it is a choice: others may have written there. */
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

const entriesOf = (stored: unknown): Readonly<Record<string, unknown>> =>
  typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};

const namesIn = (stored: unknown): readonly string[] =>
  Array.isArray(stored) ? [...new Set(stored.filter((each): each is string => typeof each === 'string'))] : [];

/** The names of the columns as they stand beside each other: those pinned to the left first, those to the right last. */
export function shownColumns({ list, fields }: Manifest, choice: ColumnChoice): readonly string[] {
  const { hidden, more, order, pins } = choice;
  const isReadable = (name: string): boolean => Object.hasOwn(fields, name) && fields[name]!.readable;
  const listed = list.columns.filter((name) => !hidden.includes(name));
  const names = arranged([...new Set([...listed, ...more])].filter(isReadable), order);
  // Something always stays.
  const some = names.length > 0 ? names : list.columns.filter(isReadable).slice(0, 1);
  const pinned = (pin: Pin | undefined): readonly string[] => some.filter((name) => pins[name] === pin);
  return [...pinned('left'), ...pinned(undefined), ...pinned('right')];
}

/** Names in a chosen order. Those that it does not know, such as new fields, stand behind the one that they follow by default. */
function arranged(names: readonly string[], order: readonly string[]): readonly string[] {
  const placed = order.filter((name) => names.includes(name));
  for (const [at, name] of names.entries())
    if (!placed.includes(name)) placed.splice(at === 0 ? 0 : placed.indexOf(names[at - 1]!) + 1, 0, name);
  return placed;
}

/** Switches a column on or off. */
export function withColumn({ list }: Manifest, choice: ColumnChoice, name: string, isOn: boolean): ColumnChoice {
  const without = (names: readonly string[]): readonly string[] => names.filter((each) => each !== name);
  if (list.columns.includes(name))
    return { ...choice, hidden: isOn ? without(choice.hidden) : [...without(choice.hidden), name] };
  return { ...choice, more: isOn ? [...without(choice.more), name] : without(choice.more) };
}

/** Puts a column in the place of another, and to the side that this one is pinned to. */
export function movedColumn(
  shown: readonly string[],
  choice: ColumnChoice,
  name: string,
  target: string,
): ColumnChoice {
  const order = shown.filter((each) => each !== name);
  order.splice(shown.indexOf(target), 0, name);
  return { ...withPin(choice, name, choice.pins[target]), order };
}

export function withPin(choice: ColumnChoice, name: string, pin: Pin | undefined): ColumnChoice {
  const { [name]: _former, ...pins } = choice.pins;
  return { ...choice, pins: pin === undefined ? pins : { ...pins, [name]: pin } };
}

/** What the list is asked for besides its own columns: rows carry neither long texts nor fields of related rows by themselves. */
export const askedColumns = ({ list }: Manifest, shown: readonly string[]): readonly string[] =>
  shown.filter((name) => !list.columns.includes(name)).toSorted();
