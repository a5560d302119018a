import type { FieldCondition, Filter } from '#resource';
import { filterOfGroup, groupOf, isComplete, isCondition, isPresence, type Match } from './filterParts.ts';

/** What stands in the panel, complete or not; the key tells lines apart while others come and go. */
export type Draft = ConditionDraft | GroupDraft;
export interface ConditionDraft {
  readonly key: number;
  /** Its field is '' until one is chosen. */
  readonly condition: FieldCondition;
}
export interface GroupDraft {
  readonly key: number;
  readonly match: Match;
  readonly parts: readonly Draft[];
}

let keys = 0;
const nextKey = (): number => (keys += 1);

export const isGroup = (draft: Draft): draft is GroupDraft => 'parts' in draft;
export const emptyLine = (): ConditionDraft => ({
  key: nextKey(),
  condition: { field: '', operator: 'eq', value: null },
});
export const emptyGroup = (match: Match, parts: readonly Draft[] = [emptyLine()]): GroupDraft => ({
  key: nextKey(),
  match,
  parts,
});

function draftOf(filter: Filter): Draft {
  if (isCondition(filter))
    return { key: nextKey(), condition: isPresence(filter.operator) ? { ...filter, value: true } : filter };
  const { match, parts } = groupOf(filter);
  return emptyGroup(match, parts.map(draftOf));
}

function filterOfDraft(draft: Draft): Filter {
  if (isGroup(draft)) return filterOfGroup({ match: draft.match, parts: draft.parts.map(filterOfDraft) });
  const { field, operator } = draft.condition;
  return isPresence(operator) ? { field, operator } : draft.condition;
}

/** The keys of the lines that do not say anything yet. */
export const incompleteIn = (draft: Draft): number[] =>
  isGroup(draft) ? draft.parts.flatMap(incompleteIn) : isComplete(draft.condition) ? [] : [draft.key];

/** The group without the lines that do not say anything yet. */
export const completed = (group: GroupDraft): GroupDraft => ({
  ...group,
  parts: group.parts
    .filter((part) => isGroup(part) || isComplete(part.condition))
    .map((part) => (isGroup(part) ? completed(part) : part)),
});

/** Several parts that must all hold, as one group. */
export function groupOfParts(parts: readonly Filter[]): GroupDraft {
  const [first] = parts;
  const only = parts.length === 1 && first && !isCondition(first) ? draftOf(first) : undefined;
  return only && isGroup(only) ? only : emptyGroup('all', parts.map(draftOf));
}

/** The parts of a group that must all hold; the group itself where it means something else. */
export const partsOfGroup = (group: GroupDraft): readonly Filter[] => {
  if (group.parts.length === 0) return [];
  return group.match === 'all' ? group.parts.map(filterOfDraft) : [filterOfDraft(group)];
};
