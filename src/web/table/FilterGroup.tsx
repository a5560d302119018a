import { CloseOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Flex, Select, Typography } from 'antd';
import { useEffect, useRef } from 'react';
import type { FieldCondition } from '#resource';
import { Hint } from '../components/Hint.tsx';
import { emptyCondition } from './emptyCondition.ts';
import { FilterField } from './FilterField.tsx';
import { emptyGroup, emptyLine, isGroup, type ConditionDraft, type Draft, type GroupDraft } from './filterDraft.ts';
import { isPresence, matches, type Match } from './filterParts.ts';
import { Operand, OperatorChoice } from './Operand.tsx';
import type { FilterFields } from './useFilterFields.ts';
import { useText } from '../settings/useText.ts';

/** Groups in groups that are offered; deeper ones that a link brings are shown too. */
const deepest = 4;

interface Shared {
  readonly fields: FilterFields;
  /** Keys of lines that say nothing yet, after somebody wanted to search by them. */
  readonly wrong: readonly number[];
}
interface GroupProps extends Shared {
  readonly group: GroupDraft;
  readonly depth?: number;
  readonly onChange: (group: GroupDraft) => void;
  /** Left out for the outermost. */
  readonly onRemove?: () => void;
}

/** A group of conditions and groups: how many of them must hold, the parts, and what adds another one. */
export function FilterGroup({ group, depth = 1, onChange, onRemove, ...shared }: GroupProps) {
  const text = useText();
  const end = useRef<HTMLDivElement>(null);
  const set = (parts: readonly Draft[]): void => onChange({ ...group, parts });
  const remove = (key: number): void => {
    set(group.parts.filter((part) => part.key !== key));
    // What had the focus is gone.
    end.current?.querySelector('button')?.focus();
  };
  const replace = (next: Draft): void => set(group.parts.map((part) => (part.key === next.key ? next : part)));
  const name = text(`filter:match.${group.match}`);
  return (
    <div className="filter-group" role="group" aria-label={text('filter:filterGroup', { match: name })}>
      <Flex gap="small" align="center" wrap>
        <Select<Match>
          className="filter-match"
          popupMatchSelectWidth={false}
          aria-label={text('filter:filterMatch')}
          value={group.match}
          onChange={(match) => onChange({ ...group, match })}
          options={matches.map((match) => ({ value: match, label: text(`filter:match.${match}`) }))}
        />
        {onRemove && <Remove name={text('filter:removeGroup')} isGroup onRemove={onRemove} />}
      </Flex>
      <div className="filter-parts">
        {group.parts.map((part) =>
          isGroup(part) ? (
            <FilterGroup
              key={part.key}
              {...shared}
              group={part}
              depth={depth + 1}
              onChange={replace}
              onRemove={() => remove(part.key)}
            />
          ) : (
            <ConditionLine
              key={part.key}
              {...shared}
              draft={part}
              onChange={(condition) => replace({ ...part, condition })}
              onRemove={() => remove(part.key)}
            />
          ),
        )}
      </div>
      <Flex gap="small" ref={end} wrap>
        <Button
          type="dashed"
          size="small"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => set([...group.parts, emptyLine()])}
        >
          {text('filter:addCondition')}
        </Button>
        {depth < deepest && (
          <Button
            type="text"
            size="small"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => set([...group.parts, emptyGroup(group.match === 'all' ? 'any' : 'all')])}
          >
            {text('filter:addGroup')}
          </Button>
        )}
      </Flex>
    </div>
  );
}

/** What a value is typed into or chosen with. */
const takesText = 'input, textarea';

interface LineProps extends Shared {
  readonly draft: ConditionDraft;
  readonly onChange: (condition: FieldCondition) => void;
  readonly onRemove: () => void;
}

/** One condition: a field of this table or of a related one, an operator, and what to compare with. */
function ConditionLine({ fields, wrong, draft: { key, condition }, onChange, onRemove }: LineProps) {
  const text = useText();
  const line = useRef<HTMLDivElement>(null);
  const { field: path } = condition;
  const field = path === '' ? undefined : fields.fieldAt(path);
  const isWrong = wrong.includes(key);
  const isFirst = wrong[0] === key;
  const isNew = path === '';
  const isChosen = useRef(false);
  useEffect(() => {
    // What is typed next is meant for the value, once there is a field.
    const goesOn = isChosen.current || (isFirst && !isNew);
    isChosen.current = false;
    if (goesOn) line.current?.querySelector<HTMLElement>(`.filter-operand :is(${takesText})`)?.focus();
    else if (isNew || isFirst) line.current?.querySelector('input')?.focus();
  }, [isNew, isFirst, path, wrong]);
  const choose = (next: string): void => {
    const chosen = fields.fieldAt(next);
    if (!chosen) return;
    isChosen.current = true;
    onChange(emptyLineOf(emptyCondition(chosen)));
  };
  return (
    <div ref={line} role="group" aria-label={field?.label ?? text('filter:newCondition')}>
      <div className="filter-condition">
        <FilterField
          fields={fields}
          path={path}
          label={field?.label}
          isWrong={(isWrong && isNew) || field === null}
          onChange={choose}
        />
        {field && (
          <OperatorChoice field={field} condition={condition} onChange={(next) => onChange(emptyLineOf(next))} />
        )}
        <div className="filter-operand">
          {field && !isPresence(condition.operator) && (
            <Operand field={field} condition={condition} onChange={onChange} />
          )}
        </div>
        <Remove
          name={isNew ? text('filter:removeNew') : text('filter:removeCondition', { field: field?.label ?? path })}
          onRemove={onRemove}
        />
      </div>
      {(field === null || isWrong) && (
        <Typography.Text type="danger" className="filter-wrong" role="alert">
          {field === null
            ? text('filter:noSuchField', { field: path })
            : text(isNew ? 'filter:fieldMissing' : 'filter:valueMissing')}
        </Typography.Text>
      )}
    </div>
  );
}

/** In a line of its own an operator about emptiness says all. */
const emptyLineOf = (condition: FieldCondition): FieldCondition =>
  isPresence(condition.operator) ? { ...condition, value: true } : condition;

function Remove({ name, isGroup = false, onRemove }: { name: string; isGroup?: boolean; onRemove: () => void }) {
  return (
    <Hint title={name}>
      <Button
        className="filter-remove"
        type="text"
        aria-label={name}
        icon={isGroup ? <DeleteOutlined aria-hidden /> : <CloseOutlined aria-hidden />}
        onClick={onRemove}
      />
    </Hint>
  );
}
