/** So that a node with the longest name of an action stays within what rules hold. */
const longestPath = 120;

/** Names in menus and nodes; some mean something in every object, and pages that are always there have theirs. */
export function checkPath(option: string, path: string): void {
  if (!/^[a-zA-Z][a-zA-Z0-9_]*(?:\/[a-zA-Z][a-zA-Z0-9_]*)*$/.test(path))
    throw new Error(`${option}: "${path}" must be words joined by "/", such as "content/article".`);
  if (path.length > longestPath) throw new Error(`${option}: "${path}" has more than ${longestPath} characters.`);
  const [first, ...rest] = path.split('/') as [string, ...string[]];
  const taken =
    [first, ...rest].find((part) => ['constructor', 'prototype'].includes(part)) ??
    ['login', 'loading', 'iframe'].find((page) => page === first);
  if (taken !== undefined) throw new Error(`${option}: "${path}" cannot have "${taken}" in it; choose another word.`);
}
