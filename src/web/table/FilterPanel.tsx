import { Button, Col, Flex, Row } from 'antd';
import { useEffect, useState } from 'react';
import type { FieldManifest, Manifest } from '#resource';
import { emptyCondition } from './emptyCondition.ts';
import { FilterLine } from './FilterLine.tsx';
import { isComplete, isRange, type Condition } from './listState.ts';
import { useText } from '../settings/useText.ts';

interface Props {
  readonly id: string;
  readonly manifest: Manifest;
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}

/** An input for every field that can be filtered. Nothing is asked before "search" or Enter; reset clears and asks. */
export function FilterPanel({ id, manifest, conditions, onChange }: Props) {
  const text = useText();
  const fields = manifest.list.filters
    .flatMap((name) => manifest.fields[name] ?? [])
    .filter((field) => field.operators.length > 0);
  const [draft, setDraft] = useState<readonly Condition[]>(conditions);
  useEffect(() => setDraft(conditions), [conditions]);
  const linesOf = (field: FieldManifest): readonly [number, Condition][] => {
    const found = [...draft.entries()].filter(([, condition]) => condition.field === field.name);
    return found.length > 0 ? found : [[-1, emptyCondition(field)]];
  };
  const replace = (place: number, next: Condition): void =>
    setDraft(place < 0 ? [...draft, next] : draft.with(place, next));
  return (
    <form
      id={id}
      className="filter-panel"
      role="search"
      aria-label={text('filter')}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(draft.filter(isComplete));
      }}
    >
      <Row gutter={[16, 12]}>
        {fields.flatMap((field) =>
          linesOf(field).map(([place, condition], line) => (
            <Col key={`${field.name}.${line}`} xs={24} lg={12} xxl={isRange(condition.operator) ? 12 : 8}>
              <FilterLine field={field} condition={condition} onChange={(next) => replace(place, next)} />
            </Col>
          )),
        )}
      </Row>
      <Flex gap="small" justify="end" wrap>
        <Button
          onClick={() => {
            setDraft([]);
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
