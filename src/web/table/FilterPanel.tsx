import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Col, Flex, Row } from 'antd';
import { useId, useRef, useState } from 'react';
import type { FieldCondition, FieldManifest, Filter, Manifest } from '#resource';
import { emptyCondition } from './emptyCondition.ts';
import { completed, emptyGroup, groupOfParts, incompleteIn, partsOfGroup, type GroupDraft } from './filterDraft.ts';
import { useFirstFocus } from './formFocus.ts';
import { FilterLine } from './FilterLine.tsx';
import { useText } from '../settings/useText.ts';
import { conditionsOf, isComplete, isCondition, isPresence, isRange } from './filterParts.ts';
import type { ListState } from './listShape.ts';
import { MoreConditions } from './MoreConditions.tsx';
import { offeredFilters, shortLabels } from './shortLabels.ts';
import { useMatching } from './useMatching.ts';
import './form.css';
import './filter.css';

interface Props {
  readonly id: string;
  readonly manifest: Manifest;
  readonly state: ListState;
  /** What must hold of every row besides. */
  readonly fixed: readonly Filter[];
  /** What must hold of the rows, all of it. */
  readonly filter: readonly Filter[];
  /** How many rows the list has as it is filtered now; undefined while that is not known. */
  readonly total: number | undefined;
  /** Whether somebody has just opened it, to type. */
  readonly focused: boolean;
  readonly onChange: (filter: readonly Filter[]) => void;
}

/**
 * An input for every field that the list offers, and below them, for whoever wants more, groups of conditions on any field.
 * The list is asked for at "search" or Enter, and how many rows it would have while somebody edits; reset clears and asks.
 */
export function FilterPanel({ id, manifest, state, fixed, filter, total, focused, onChange }: Props) {
  const text = useText();
  const place = useRef<HTMLFormElement>(null);
  useFirstFocus(place, focused, '.filter-operand input:enabled');
  const moreId = useId();
  const offered = offeredFilters(manifest);
  const labels = shortLabels(offered);
  const [draft, setDraft] = useState(() => draftFrom(filter, offered));
  const [isOpen, setOpen] = useState(draft.group.parts.length > 0);
  const [wrong, setWrong] = useState<readonly number[]>([]);
  const asked = JSON.stringify(filter);
  const [shown, setShown] = useState(asked);
  if (shown !== asked) {
    const next = draftFrom(filter, offered);
    setShown(asked);
    setWrong([]);
    setDraft(next);
    setOpen(isOpen || next.group.parts.length > 0);
  }
  const { lines, group } = draft;
  const count = conditionsOf(partsOfGroup(group)).length;
  const setGroup = (next: GroupDraft): void => setDraft({ lines, group: next });
  const linesOf = (field: FieldManifest): readonly [number, FieldCondition][] => {
    const found = [...lines.entries()].filter(([, condition]) => condition.field === field.name);
    return found.length > 0 ? found : [[-1, emptyCondition(field)]];
  };
  const replace = (place: number, next: FieldCondition): void =>
    setDraft({ group, lines: place < 0 ? [...lines, next] : lines.with(place, next) });
  const wanted = (): readonly Filter[] | undefined => {
    const incomplete = isOpen ? incompleteIn(group) : [];
    setWrong(incomplete);
    return incomplete.length === 0 ? [...lines.filter(isComplete), ...partsOfGroup(group)] : undefined;
  };
  const drafted = completeIn(draft);
  const isEdited = JSON.stringify(drafted) !== JSON.stringify(completeIn(draftFrom(filter, offered)));
  const matching = useMatching(manifest, state, [...fixed, ...drafted], isEdited);
  const found = isEdited ? matching : total;
  const search = (): void => {
    const parts = wanted();
    if (parts) onChange(parts);
  };
  return (
    <form
      ref={place}
      id={id}
      className="filter-panel"
      role="search"
      aria-label={text('filter')}
      data-edited={isEdited || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <Row gutter={[16, 12]}>
        {offered.flatMap((field) =>
          linesOf(field).map(([place, condition], line) => (
            <Col key={`${field.name}.${line}`} xs={24} lg={12} xxl={isRange(condition.operator) ? 12 : 8}>
              <FilterLine
                field={field}
                label={labels.get(field.name)!}
                condition={condition}
                onChange={(next) => replace(place, next)}
              />
            </Col>
          )),
        )}
      </Row>
      {!manifest.source && (
        <Button
          type="text"
          className="filter-more"
          aria-expanded={isOpen}
          aria-controls={isOpen ? moreId : undefined}
          icon={isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
          onClick={() => {
            // What is folded away goes on holding, but for lines that say nothing.
            const complete = completed(group);
            setGroup(isOpen || complete.parts.length > 0 ? complete : emptyGroup('all'));
            setOpen(!isOpen);
          }}
        >
          {text('filter:moreConditions')}
          {!isOpen && count > 0 && ` (${count})`}
        </Button>
      )}
      {isOpen && (
        <div id={moreId} className="filter-conditions">
          <MoreConditions manifest={manifest} group={group} wrong={wrong} onChange={setGroup} />
        </div>
      )}
      <Flex gap="small" justify="end" className="filter-end" wrap>
        <span role="status" className="filter-found">
          {found !== undefined && text('filter:found', { count: found })}
        </span>
        <Button
          onClick={() => {
            setDraft({ lines: [], group: emptyGroup('all', []) });
            setWrong([]);
            setOpen(false);
            onChange([]);
          }}
        >
          {text('reset')}
        </Button>
        <Button type="primary" htmlType="submit">
          {text('search')}
        </Button>
      </Flex>
    </form>
  );
}

interface PanelDraft {
  readonly lines: readonly FieldCondition[];
  readonly group: GroupDraft;
}

/** What would be asked for, without the lines that say nothing yet. */
const completeIn = ({ lines, group }: PanelDraft): readonly Filter[] => [
  ...lines.filter(isComplete),
  ...partsOfGroup(completed(group)),
];

/** Conditions on what the list offers stand in its lines, all others in the group below them. */
function draftFrom(filter: readonly Filter[], offered: readonly FieldManifest[]): PanelDraft {
  const isOffered = (part: Filter): part is FieldCondition =>
    isCondition(part) &&
    offered.some(({ name, operators }) => name === part.field && operators.includes(part.operator));
  return {
    lines: filter.filter(isOffered).map((each) => (isPresence(each.operator) ? { ...each, value: true } : each)),
    group: groupOfParts(filter.filter((part) => !isOffered(part))),
  };
}
