/**
 * Message files that some pages of the back office use beside their own (specification §2); those of a plugin that is
 * not there are none.
 */
const extraTexts: Readonly<Record<string, readonly string[]>> = {
  'moduleStore/moduleStore': ['module'],
  'user/rule': ['rule'],
  'user/scoreLog': ['scoreLog'],
  'crud/log': ['crudLog', 'crudState'],
};

export const extraTextsOf = (path: string): readonly string[] =>
  Object.hasOwn(extraTexts, path) ? extraTexts[path]! : [];
export const pathsWithExtraTexts: readonly string[] = Object.keys(extraTexts);
