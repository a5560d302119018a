import type { Manifest } from '#resource';
import { partsOfGroup, type GroupDraft } from './filterDraft.ts';
import { FilterGroup } from './FilterGroup.tsx';
import { conditionsOf } from './filterParts.ts';
import { useFilterFields } from './useFilterFields.ts';

interface Props {
  readonly manifest: Manifest;
  readonly group: GroupDraft;
  readonly wrong: readonly number[];
  readonly onChange: (group: GroupDraft) => void;
}

/** Groups of conditions on any field that the caller may read, of related tables too. */
export function MoreConditions({ manifest, group, ...rest }: Props) {
  const paths = conditionsOf(partsOfGroup(group)).flatMap(({ field }) => (field === '' ? [] : [field]));
  return <FilterGroup {...rest} group={group} fields={useFilterFields(manifest, paths)} />;
}
