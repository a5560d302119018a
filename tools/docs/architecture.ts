import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';

/** Files of ours, by the area that they are drawn in. */
const areas: Readonly<Record<string, readonly string[]>> = {
  language: ['src/resource', 'src/plugin'],
  server: ['src/server'],
  browser: ['src/web'],
};
const aliases: Readonly<Record<string, string>> = {
  '#resource': 'src/resource/index.ts',
  '#plugin': 'src/plugin/index.ts',
  '#web': 'src/web/plugins/extend.ts',
};

/** Which folder imports which, as a page with one picture. Made from the import lines, so that it cannot be wrong. */
export function drawImports(root: string): string {
  const files = globSync('src/{resource,plugin,server,web}/**/*.{ts,tsx}', { cwd: root }).map((file) =>
    file.split(sep).join('/'),
  );
  const edges = reduced(importsBetween(root, files));
  const places = [...new Set(files.map(folderOf))].toSorted();
  const lines = Object.entries(areas).flatMap(([area, folders]) => [
    `  subgraph ${area}`,
    ...places
      .filter((place) => folders.some((folder) => place === folder || place.startsWith(`${folder}/`)))
      .map((place) => `    ${idOf(place)}["${labelOf(place)}"]`),
    '  end',
  ]);
  const arrows = [...edges]
    .flatMap(([from, targets]) => [...targets].map((to) => `  ${idOf(from)} --> ${idOf(to)}`))
    .toSorted();
  return `# Architecture: who imports whom

Which folder imports which, drawn from the import lines by \`npm run docs\`. An arrow points at what is imported; one
that follows from others is left out. What each folder is for stands at the end of the [README](../README.md#how-it-is-built),
the rules that forbid other arrows in \`.oxlintrc.json\`.

\`\`\`mermaid
flowchart TD
${[...lines, ...arrows].join('\n')}
\`\`\`
`;
}

/** `src/server/table/write/save.ts` counts for `src/server/table`; what lies loose counts for its area. */
function folderOf(file: string): string {
  const [src, area, place, ...more] = file.split('/');
  const isFlat = area === 'resource' || area === 'plugin';
  return isFlat || more.length === 0 ? `${src}/${area}` : `${src}/${area}/${place}`;
}

const idOf = (place: string): string => place.replaceAll(/[^\w]/g, '_');
const labelOf = (place: string): string => place.replace(/^src\//, '');

type Edges = ReadonlyMap<string, ReadonlySet<string>>;

function importsBetween(root: string, files: readonly string[]): Edges {
  const edges = new Map<string, Set<string>>();
  for (const file of files) {
    const from = folderOf(file);
    for (const target of importsOf(root, file)) {
      const to = folderOf(target);
      if (to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  return edges;
}

/** What the file needs when it runs: types are left out. */
function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(
    /(?:^(?:import|export)\s(?!type\b)(?:[^'";]*?from\s)?|import\(\s*)'(#(?:resource|plugin|web)|\.{1,2}\/[^']+\.tsx?)'/gm,
  );
  return [...found]
    .filter(([line]) => !/^import \{(?:\s*type \w+,?)+\s*\}/.test(line))
    .map(
      ([, name]) =>
        aliases[name!] ??
        relative('.', normalize(join(dirname(file), name!)))
          .split(sep)
          .join('/'),
    );
}

/** Without arrows that other arrows imply; those of a circle all stay, so that one is seen. */
function reduced(edges: Edges): Edges {
  const reaches = (from: string, to: string, without: string, seen = new Set<string>()): boolean =>
    [...(edges.get(from) ?? [])].some((next) => {
      if ((from === without && next === to) || seen.has(next)) return false;
      seen.add(next);
      return next === to || reaches(next, to, without, seen);
    });
  return new Map(
    [...edges].map(([from, targets]) => [
      from,
      new Set([...targets].filter((to) => reaches(to, from, '') || !reaches(from, to, from))),
    ]),
  );
}
