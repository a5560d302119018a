import { noChoice, type ColumnChoice, type Manifest, type Pin } from '#resource';

export const isChosen = (choice: ColumnChoice): boolean => JSON.stringify(choice) !== JSON.stringify(noChoice);

/** What may stand in a list: its own columns, and what a record shows; not what the server keeps its books by, such as versions. */
export const offeredColumns = ({ list, record: { sections, more } }: Manifest): ReadonlySet<string> =>
  new Set([...list.columns, ...sections.flatMap(({ lines }) => lines.flat()), ...more]);

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
