/** A path without slashes at its end; of slashes alone, one stays. */
export function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
