import { Checkbox, Select } from 'antd';
import { useId } from 'react';
import type { FieldManifest, Operator } from '#resource';
import { choicesOf } from '../fields/items.ts';
import { viewOf } from '../fields/index.ts';
import { TagsInput } from '../fields/commonInputs.tsx';
import { emptyCondition } from './emptyCondition.ts';
import { isList, isPresence, isRange, type Condition } from './listState.ts';
import { useText } from '../settings/useText.ts';

interface Props {
  readonly field: FieldManifest;
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
}

/** One filter: the field's name, a choice of its operators, and as many inputs as the operator takes. */
export function FilterLine({ field, condition, onChange }: Props) {
  const text = useText();
  const id = useId();
  const choose = (operator: Operator): void =>
    onChange({
      ...emptyCondition(field, operator),
      ...(sameForm(operator, condition.operator) ? { value: condition.value } : {}),
    });
  return (
    <div className="filter-line" role="group" aria-labelledby={id}>
      <span className="filter-label" id={id} title={field.label}>
        {field.label}
      </span>
      {field.operators.length > 1 && (
        <Select<Operator>
          className="filter-operator"
          popupMatchSelectWidth={false}
          aria-label={text('operatorOf', { field: field.label })}
          value={condition.operator}
          onChange={choose}
          options={field.operators.map((operator) => ({ value: operator, label: text(operatorKey(operator)) }))}
        />
      )}
      <div className="filter-operand">
        <Operand field={field} condition={condition} onChange={(value) => onChange({ ...condition, value })} />
      </div>
    </div>
  );
}

const operatorKey = (operator: Operator): string => `operator.${operator.replace(' ', '_')}`;

/** Whether what one operator was given makes sense to the other. */
const sameForm = (one: Operator, other: Operator): boolean =>
  [isRange, isList, isPresence].every((form) => form(one) === form(other));

function Operand({
  field,
  condition,
  onChange,
}: {
  field: FieldManifest;
  condition: Condition;
  onChange: (value: unknown) => void;
}) {
  const text = useText();
  const view = viewOf(field.kind);
  const One = view.Filter ?? view.Input;
  const { operator, value } = condition;
  // What one looks for may be shorter than what is stored: its length is not counted.
  const { max: _max, ...options } = field.options;
  const optional = { ...field, required: false, options };
  const operatorText = text(operatorKey(operator));
  if (isPresence(operator))
    return (
      <Checkbox aria-label={operatorText} checked={value === true} onChange={(event) => onChange(event.target.checked)}>
        {field.operators.length > 1 ? text('yes') : operatorText}
      </Checkbox>
    );
  if (isList(operator)) return <Many field={optional} value={value} onChange={onChange} />;
  if (!isRange(operator))
    return <One field={optional} aria-label={field.label} placeholder="" value={value} onChange={onChange} />;
  const [from = null, to = null] = value as readonly unknown[];
  return (
    <div className="filter-range">
      <One
        field={optional}
        aria-label={text('from', { field: field.label })}
        placeholder={text('fromShort')}
        value={from}
        onChange={(next) => onChange([next, to])}
      />
      <span aria-hidden>–</span>
      <One
        field={optional}
        aria-label={text('to', { field: field.label })}
        placeholder={text('toShort')}
        value={to}
        onChange={(next) => onChange([from, next])}
      />
    </div>
  );
}

/** Several values: chosen where there are choices, else typed one after another. */
function Many({
  field,
  value,
  onChange,
}: {
  field: FieldManifest;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const list = (value ?? []) as string[];
  const { Filter } = viewOf(field.kind);
  if (field.kind === 'enum')
    return (
      <Select
        className="full-width"
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={field.label}
        value={list}
        onChange={onChange}
        options={choicesOf(field)}
      />
    );
  if (field.kind === 'belongsTo' && Filter)
    return <Filter field={field} aria-label={field.label} placeholder="" value={list} onChange={onChange} />;
  return (
    <TagsInput field={field} aria-label={field.label} placeholder="" value={list.map(String)} onChange={onChange} />
  );
}
