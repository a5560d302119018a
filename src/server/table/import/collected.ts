import type { Line } from './storedImport.ts';

/** The lines in groups of so many, or fewer where they are long. */
export async function* collected(
  lines: AsyncIterable<Line>,
  most: number,
  characters: number,
): AsyncGenerator<readonly Line[]> {
  let group: Line[] = [];
  let size = 0;
  for await (const line of lines) {
    group.push(line);
    size += line[1].reduce((sum, cell) => sum + cell.length + 3, 0);
    if (group.length < most && size < characters) continue;
    yield group;
    [group, size] = [[], 0];
  }
  if (group.length > 0) yield group;
}
